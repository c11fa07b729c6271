// Which page: the lobby, or the table of a seat. The secret stands behind the #, so that it reaches
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
import "./styles/low.css";
import "./help";
import "./lobby";
import "./table";
import { StavkaLobby } from "./lobby";
import { followTheme } from "./preferences";
import { StavkaTable } from "./table";

function show(): void {
  const seat = /^#seat\/([\w-]+)(?:\/what-if\/([\w-]+))?$/.exec(location.hash);
  if (seat) {
    const table = new StavkaTable();
    table.secret = seat[2] ?? seat[1]!;
    table.home = seat[2] ? seat[1]! : "";
    document.body.replaceChildren(table);
  } else document.body.replaceChildren(new StavkaLobby());
}

followTheme();
addEventListener("hashchange", show);
show();
