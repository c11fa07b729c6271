// What is told: notices beside what they are about, and the words for those who listen.

import { Controller } from "./controller";

const NOTICE_MS = 6000;

export interface Notice {
  text: string;
  case: string;
  x: number;
  y: number;
}

export class Notices extends Controller {
  notice: Notice | null = null;
  said = "";
  private timer = 0;

  tell(text: string, ruleCase = "", x = innerWidth / 2, y = innerHeight / 3): void {
    this.notice = { text, case: ruleCase, x, y };
    this.announce(text);
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.close(), NOTICE_MS);
  }

  close(): void {
    this.notice = null;
    this.changed();
  }

  announce(text: string): void {
    this.said = text;
    this.changed();
  }
}
