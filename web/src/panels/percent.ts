// Chances as they are written.

export function percent(probability: number): string {
  const value = probability * 100;
  return `${value >= 10 || value === 0 ? Math.round(value) : value.toFixed(1)} %`;
}
