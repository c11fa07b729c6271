// Which page: the lobby, the laboratory, what is kept of people, a code for another device, an
// invitation, or the table of a seat. The secret stands behind the #, so that it reaches
// no server log and no other site.

import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/table.css";
import "./styles/map.css";
import "./styles/lobby.css";
import "./styles/lookback.css";
import "./styles/drawer.css";
import "./styles/charts.css";
import "./styles/film.css";
import "./styles/battle.css";
import "./styles/talk.css";
import "./styles/welcome.css";
import "./styles/sharing.css";
import "./styles/screens.css";
import "./styles/forced.css";
import "./styles/forces.css";
import "./styles/ending.css";
import "./styles/report.css";
import "./styles/moving.css";
import "./styles/wishes.css";
import "./styles/company.css";
import "./styles/low.css";
import "./styles/laboratory.css";
import "./styles/notices.css";
import "./styles/people.css";
import "./help";
import "./lobby";
import "./table";
import { getAccount } from "./account";
import { olderSeat, wordsOf } from "./api";
import { StavkaDevice } from "./device";
import { StavkaJoin } from "./join";
import { StavkaLaboratory } from "./laboratory";
import { StavkaLobby } from "./lobby";
import { broughtMarks, keepMarks, marksOf } from "./marks";
import { ownSeat } from "./person";
import { StavkaPerson, StavkaRatings } from "./players";
import { followTheme } from "./preferences";
import { StavkaPrivacy } from "./privacy";
import { StavkaStop } from "./stop";
import { StavkaTable } from "./table";
import { renameTable, seatAddress, seatAt, type Where, whereTo } from "./tables";

function show(): void {
  const where = whereTo(location.hash);
  const { seat, kept } = where;
  if (where.table) {
    void showTable(where.table);
    return;
  }
  if (seat && !seat.includes(".")) {
    void showOlder(seat);
    return;
  }
  if (seat && kept) {
    if (!marksOf(seat)) keepMarks(seat, broughtMarks(kept.commitment, kept.share));
    // What was brought along stands in the address no longer than it has to.
    history.replaceState(null, "", seatAddress(seat));
  }
  document.body.replaceChildren(pageOf(where));
}

function pageOf(where: Where): HTMLElement {
  const { stop, person, device, join, seat, board } = where;
  if (where.lab) return new StavkaLaboratory();
  if (where.privacy) return new StavkaPrivacy();
  if (where.ratings) return new StavkaRatings();
  if (person) return about(person);
  if (stop) return stopping(stop);
  if (device) return another(device);
  if (join) return joining(join);
  return seat ? table(seat, board) : new StavkaLobby();
}

/** The seat that this browser has at a table, or its account: a notice tells no secret. */
async function showTable(id: string): Promise<void> {
  try {
    const secret = seatAt(id) || (await seatOfAccount(id));
    if (secret) return location.replace(seatAddress(secret));
    refuse("This browser has no seat at that table: open it where you have played before.");
  } catch (error) {
    refuse(wordsOf(error));
  }
}

async function seatOfAccount(id: string): Promise<string> {
  const seat = (await getAccount())?.seats.find(({ table }) => table === id);
  return seat ? ownSeat(id, seat.mark) : "";
}

function refuse(problem: string): void {
  const lobby = new StavkaLobby();
  lobby.problem = problem;
  document.body.replaceChildren(lobby);
}

/** A link from before secrets named their tables. */
async function showOlder(older: string): Promise<void> {
  try {
    const { secret } = await olderSeat(older);
    renameTable(older, secret);
    history.replaceState(null, "", seatAddress(secret));
    show();
  } catch {
    // There is no such seat, or no server: the page of the table says so.
    document.body.replaceChildren(table(`0.${older}`));
  }
}

function another(code: string): StavkaDevice {
  const page = new StavkaDevice();
  page.code = code;
  return page;
}

function about(account: string): StavkaPerson {
  const page = new StavkaPerson();
  page.account = account;
  return page;
}

function stopping(word: string): StavkaStop {
  const page = new StavkaStop();
  page.word = word;
  return page;
}

function joining(invitation: string): StavkaJoin {
  const page = new StavkaJoin();
  page.invitation = invitation;
  return page;
}

function table(seat: string, board = ""): StavkaTable {
  const page = new StavkaTable();
  page.secret = board || seat;
  page.home = board ? seat : "";
  return page;
}

followTheme();
addEventListener("hashchange", show);
show();
