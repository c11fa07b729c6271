// The server over HTTP.

import type {
  ChartView,
  ClientMessage,
  Fitting,
  ImportTable,
  LessonPage,
  MapData,
  NewTable,
  PrivateSeat,
  Reach,
  ReportState,
  RuleChapter,
  RulePage,
  SeatState,
  ServerMessage,
  SetUp,
  SpectatorSeat,
  TableLinks,
  TitleInfo,
} from "./generated";

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

async function request<T>(path: string, body?: unknown, method = "POST"): Promise<T> {
  const answer = await fetch(
    path,
    body === undefined
      ? {}
      : {
          method,
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        },
  );
  if (answer.ok) return (answer.status === 204 ? null : await answer.json()) as T;
  const text = await answer.text();
  let reason = text;
  try {
    reason = (JSON.parse(text) as { error?: string }).error ?? text;
  } catch {
    // Not our own server's words: they stand as they are.
  }
  throw new HttpError(answer.status, reason || answer.statusText);
}

export const getTitles = (): Promise<TitleInfo[]> => request("/api/titles");
export const getMap = (slug: string): Promise<MapData> => request(`/api/titles/${slug}/map`);
export const getRule = (slug: string, ruleCase: string): Promise<RulePage> =>
  request(`/api/rules/${slug}/${encodeURIComponent(ruleCase)}`);
export const getRules = (slug: string): Promise<RuleChapter[]> => request(`/api/rules/${slug}`);
export const getReach = (): Promise<Reach> => request("/api/reach");
export const newTable = (table: NewTable): Promise<TableLinks> => request("/api/tables", table);
export const importTable = (table: ImportTable): Promise<TableLinks> =>
  request("/api/tables/import", table);
export const checkSetUp = (slug: string, setUp: SetUp): Promise<Fitting> =>
  request(`/api/titles/${slug}/check`, setUp);
export const getLesson = (slug: string): Promise<LessonPage> =>
  request(`/api/titles/${slug}/lesson`);
export const getCharts = (slug: string): Promise<ChartView[]> =>
  request(`/api/titles/${slug}/charts`);
export const newLesson = (title: string): Promise<PrivateSeat> =>
  request("/api/lessons", { title });
export const newSpectator = (secret: string): Promise<SpectatorSeat> =>
  request(`/api/seats/${secret}/spectator`, {});
export const newWhatIf = (secret: string): Promise<PrivateSeat> =>
  request(`/api/seats/${secret}/what-if`, {});
export const discardWhatIf = (secret: string): Promise<null> =>
  request(`/api/seats/${secret}/what-if`, {}, "DELETE");
export const startReport = (secret: string): Promise<ReportState> =>
  request(`/api/seats/${secret}/report`, {});
export const reportProgress = (secret: string): Promise<ReportState> =>
  request(`/api/seats/${secret}/report/progress`);
export async function getReport(secret: string): Promise<Blob> {
  const answer = await fetch(`/api/seats/${secret}/report/page`);
  if (!answer.ok) throw new HttpError(answer.status, "The report is gone; ask for it again.");
  return answer.blob();
}
export const getSeat = (secret: string): Promise<SeatState> => request(`/api/seats/${secret}`);
export const waitSeat = (secret: string, after: number): Promise<SeatState> =>
  request(`/api/seats/${secret}/wait?after=${after}`);
export const post = (secret: string, message: ClientMessage): Promise<ServerMessage> =>
  request(`/api/seats/${secret}`, message);
