// A link as a QR code: one path of squares, each a unit wide. Made in the browser, for the secret
// in a link never goes to a server that could write it down.

import { encode } from "uqr";

export interface QrCode {
  size: number;
  path: string;
}

export function qrCode(text: string): QrCode {
  // Four units of white around it are part of the code.
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")));
  return { size, path: path.join("") };
}
