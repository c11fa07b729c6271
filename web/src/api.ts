// The server over HTTP.

import type {
  Ask,
  ChannelView,
  ChartView,
  Claim,
  ClientMessage,
  ContactView,
  Fitting,
  ImportTable,
  Invitation,
  InvitationView,
  KeepApart,
  KeptApart,
  LabView,
  LessonPage,
  MapData,
  NewChannel,
  NewOffer,
  NewPush,
  NewTable,
  OfferView,
  OwnSeat,
  PersonView,
  PrivateSeat,
  QuietTimes,
  RatingView,
  Reach,
  ReportState,
  RuleChapter,
  RulePage,
  SeatState,
  ServerMessage,
  SetUp,
  SpectatorSeat,
  TableLinks,
  TakeOffer,
  TitleInfo,
} from "./generated";
import { accountSecret, browserMark, toldSecret } from "./person";

export class HttpError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** What to tell whoever asked: the server's reason, or that there is none. */
export const wordsOf = (error: unknown): string =>
  error instanceof HttpError ? error.message : "The server does not answer.";

/** The table that a secret is of: paths name it, the secret itself travels beside them. */
export const tableOf = (secret: string): string => secret.split(".")[0]!;

const ofTable = (secret: string, rest = ""): string => `/api/tables/${tableOf(secret)}${rest}`;

interface Wanted {
  body?: unknown;
  method?: string;
  // Of the seat or the invitation that is used.
  secret?: string;
}

export async function send(path: string, { body, method, secret }: Wanted): Promise<Response> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  const account = accountSecret();
  if (account) headers["stavka-account"] = account;
  if (secret) {
    headers.authorization = `Bearer ${toldSecret(secret)}`;
    headers["stavka-browser"] = browserMark();
  }
  const answer = await fetch(path, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (answer.ok) return answer;
  const text = await answer.text();
  let reason = text;
  try {
    reason = (JSON.parse(text) as { error?: string }).error ?? text;
  } catch {
    // Not our own server's words: they stand as they are.
  }
  throw new HttpError(answer.status, reason || answer.statusText);
}

export async function request<T>(path: string, asked: Wanted = {}): Promise<T> {
  const answer = await send(path, asked);
  return (answer.status === 204 ? null : await answer.json()) as T;
}

export const getTitles = (): Promise<TitleInfo[]> => request("/api/titles");
export const getMap = (slug: string): Promise<MapData> => request(`/api/titles/${slug}/map`);
export const getRule = (slug: string, ruleCase: string): Promise<RulePage> =>
  request(`/api/rules/${slug}/${encodeURIComponent(ruleCase)}`);
export const getRules = (slug: string): Promise<RuleChapter[]> => request(`/api/rules/${slug}`);
export const getReach = (): Promise<Reach> => request("/api/reach");
export const newTable = (table: NewTable): Promise<TableLinks> =>
  request("/api/tables", { body: table });
export const importTable = (table: ImportTable): Promise<TableLinks> =>
  request("/api/tables/import", { body: table });
export const checkSetUp = (slug: string, setUp: SetUp): Promise<Fitting> =>
  request(`/api/titles/${slug}/check`, { body: setUp });
export const getLesson = (slug: string): Promise<LessonPage> =>
  request(`/api/titles/${slug}/lesson`);
export const getCharts = (slug: string): Promise<ChartView[]> =>
  request(`/api/titles/${slug}/charts`);
export const newLesson = (title: string): Promise<PrivateSeat> =>
  request("/api/lessons", { body: { title } });

// The laboratory

export type LabDeed = "play" | "stop" | "report";
export const getLaboratory = (): Promise<LabView> => request("/api/lab");
export const orderLaboratory = (deed: LabDeed, key: string): Promise<LabView> =>
  request(`/api/lab/${deed}`, { body: { key } });

// Notices

const contact = (rest = "", asked: Wanted = {}): Promise<ContactView> =>
  request(`/api/account/contact${rest}`, asked);
export const getContact = (): Promise<ContactView> => contact();
export const newChannel = (kind: NewChannel["kind"], address: string): Promise<ContactView> =>
  contact("", { body: { kind, address } });
/** This device is to show notices, or one of the account no more. */
export const newPush = (body: NewPush): Promise<ContactView> => contact("/devices", { body });
export const dropPush = (device: string): Promise<ContactView> =>
  contact(`/devices/${device}`, { method: "DELETE" });
export const confirmChannel = (code: string): Promise<ContactView> =>
  contact("/confirm", { body: { code } });
export const tryChannel = (kind: ChannelView["kind"]): Promise<ContactView> =>
  contact(`/${kind}/test`, { method: "POST" });
export const closeChannel = (kind: ChannelView["kind"]): Promise<ContactView> =>
  contact(`/${kind}`, { method: "DELETE" });
export const setQuiet = (body: QuietTimes): Promise<ContactView> => contact("/quiet", { body });
/** Ends the mails to an address, with the word that stands in each of them. */
export const stopMails = (word: string): Promise<null> =>
  request("/api/contact/stop", { body: { word } });

// Taking seats and leaving them

/** Where a link leads that was made before secrets named their tables. */
export const olderSeat = (secret: string): Promise<OwnSeat> =>
  request("/api/older-seat", { secret });
export const getInvitation = (secret: string): Promise<InvitationView> =>
  request(ofTable(secret, "/invitation"), { secret });
export const claimSeat = (secret: string, body: Claim): Promise<OwnSeat> =>
  request(ofTable(secret, "/claim"), { secret, body });
export const askForSeat = (secret: string, body: Ask): Promise<OwnSeat> =>
  request(ofTable(secret, "/ask"), { secret, body });
export const newInvitation = (secret: string, sides: readonly string[]): Promise<Invitation> =>
  request(ofTable(secret, "/invite"), { secret, body: { sides } });
export const giveBack = (secret: string): Promise<null> =>
  request(ofTable(secret, "/give-back"), { secret, body: {} });
export const newSpectator = (secret: string): Promise<SpectatorSeat> =>
  request(ofTable(secret, "/spectator"), { secret, body: {} });

// Seats that anybody may take

/** The strongest players of a title. */
export const getRatings = (slug: string): Promise<RatingView[]> => request(`/api/ratings/${slug}`);
export const getPerson = (account: string): Promise<PersonView> =>
  request(`/api/people/${account}`);
export const getOffers = (): Promise<OfferView[]> => request("/api/offers");
export const getOffer = (table: string): Promise<InvitationView | null> =>
  request(`/api/tables/${table}/offer`);
export const takeOffer = (table: string, body: TakeOffer): Promise<OwnSeat> =>
  request(`/api/tables/${table}/offer/take`, { body });
export const makeOffer = (secret: string, body: NewOffer): Promise<null> =>
  request(ofTable(secret, "/offer"), { secret, body });
export const takeBackOffer = (secret: string): Promise<null> =>
  request(ofTable(secret, "/offer"), { secret, method: "DELETE" });

// Whom one wants to have nothing to do with

export const getKeptApart = (): Promise<KeptApart[]> => request("/api/account/apart");
/** At a table, so that it holds there at once. */
export const keepApart = (table: string, body: KeepApart): Promise<null> =>
  request(`/api/tables/${table}/apart`, { body });
export const forgive = (table: string, { account, kind }: KeepApart): Promise<null> =>
  request(`/api/tables/${table}/apart?account=${account}&kind=${kind}`, { method: "DELETE" });

// At a seat

export const getSeat = (secret: string): Promise<SeatState> => request(ofTable(secret), { secret });

/** What a client has: the version of the state, and how many lines of its log. */
export interface Had {
  version: number;
  lines: number;
}
const having = ({ version, lines }: Had): string => `after=${version}&log=${lines}`;
export const waitSeat = (secret: string, had: Had): Promise<SeatState> =>
  request(ofTable(secret, `/wait?${having(had)}`), { secret });
export const post = (secret: string, body: ClientMessage, had: Had): Promise<ServerMessage> =>
  request(ofTable(secret, `?${having(had)}`), { secret, body });
export const newWhatIf = (secret: string): Promise<PrivateSeat> =>
  request(ofTable(secret, "/what-if"), { secret, body: {} });
export const discardWhatIf = (secret: string): Promise<null> =>
  request(ofTable(secret, "/what-if"), { secret, body: {}, method: "DELETE" });
export const startReport = (secret: string): Promise<ReportState> =>
  request(ofTable(secret, "/report"), { secret, body: {} });
export const reportProgress = (secret: string): Promise<ReportState> =>
  request(ofTable(secret, "/report/progress"), { secret });

/** A file of the game, or its report: a link could not carry the secret beside its path. */
export async function getFile(
  secret: string,
  kind: "record" | "position" | "report/page",
): Promise<Blob> {
  return (await send(ofTable(secret, `/${kind}`), { secret })).blob();
}
