// The table as its controllers see it: what they ask of it, and of each other.

import type { ReactiveControllerHost } from "lit";
import type { Board } from "../board";
import type { Connection } from "../connection";
import type { Presentation, SeatState } from "../generated";
import type { Battles } from "./battles";
import type { Carrying } from "./carrying";
import type { Charts } from "./charts";
import type { Choosing } from "./choosing";
import type { Company } from "./company";
import type { Cursor } from "./cursor";
import type { Dragging } from "./dragging";
import type { Ending } from "./ending";
import type { Explaining } from "./explaining";
import type { Files } from "./files";
import type { EnemyTurn } from "./film";
import type { Forces } from "./forces";
import type { Guidance } from "./guidance";
import type { HandOver } from "./hand-over";
import type { Hints } from "./hints";
import type { Inspection } from "./inspection";
import type { LookingBack } from "./looking-back";
import type { DiceAndLuck } from "./luck";
import type { News } from "./news";
import type { Notices } from "./notices";
import type { Overlays } from "./overlays";
import type { Previews } from "./previews";
import type { Report } from "./report";
import type { Scene } from "./scene";
import type { Seat } from "./seat";
import type { Sharing } from "./sharing";
import type { Talk } from "./talk";
import type { Trails } from "./trails";
import type { WhatIf } from "./what-if";
import type { Wishes } from "./wishes";

export interface TableHost extends HTMLElement, ReactiveControllerHost {
  readonly secret: string;
  // On a what-if board: the secret of the seat whose game it is a copy of.
  readonly home: string;

  readonly connection: Connection | null;
  readonly state: SeatState | null;
  readonly board: Board | null;
  /** What is shown: the present, or a moment of the past in which there is nothing to choose. */
  readonly presentation: Presentation | null;
  /** Something else is to be decided, or the eyes in front of it are others. */
  decisionChanged(): void;
  /** Opens the book of rules, or closes it. */
  toggleRules(): void;

  readonly seat: Seat;
  readonly scene: Scene;
  readonly back: LookingBack;
  readonly film: EnemyTurn;
  readonly battles: Battles;
  readonly trails: Trails;
  readonly news: News;
  readonly talk: Talk;
  readonly luck: DiceAndLuck;
  readonly charts: Charts;
  readonly forces: Forces;
  readonly ending: Ending;
  readonly report: Report;
  readonly handOver: HandOver;
  readonly cursor: Cursor;
  readonly inspection: Inspection;
  readonly previews: Previews;
  readonly overlays: Overlays;
  readonly choosing: Choosing;
  readonly carrying: Carrying;
  readonly dragging: Dragging;
  readonly notices: Notices;
  readonly guidance: Guidance;
  readonly whatIf: WhatIf;
  readonly wishes: Wishes;
  readonly hints: Hints;
  readonly explaining: Explaining;
  readonly sharing: Sharing;
  readonly company: Company;
  readonly files: Files;
}

// Questions wait until nothing has changed for a moment. The server takes so many messages a second
// from a seat, and none of them may cost the player a choice.
export const ASK_AFTER_MS = 70;
