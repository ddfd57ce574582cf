// The rooms, in the order of the keys that open them: g and the letter in brackets.
import { address, link, type Room } from "../state/address";
import { project } from "../state/store";

const rooms: [Room, string, string, string][] = [
  ["search", "Search", "s", "M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3zm4 9 4 4"],
  ["browse", "Browse", "b", "M3 4h5M6 4v10h4M6 9h4M11 9h4M11 14h4"],
  ["ask", "Ask", "a", "M3 4h12v8H8l-3 3v-3H3z"],
  ["session", "Sessions", "h", "M9 3a6 6 0 1 0 0 12A6 6 0 0 0 9 3zm0 3v3l2 2"],
  ["sql", "SQL", "q", "M3 5c0-3 12-3 12 0v8c0 3-12 3-12 0zm0 0c0 3 12 3 12 0M3 9c0 3 12 3 12 0"],
  ["compare", "Compare", "c", "M6 3v12M3 6l3-3 3 3M12 15V3m-3 9 3 3 3-3"],
  ["impact", "Impact", "i", "M9 9m-1.5 0a1.500 1.500 0 1 0 3 0 1.500 1.500 0 1 0-3 0M9 4a5 5 0 1 0 5 5M12 3l3 0 0 3"],
  ["server", "Server", "v", "M3 4h12v4H3zM3 10h12v4H3zM6 6h.1M6 12h.1"],
];
export const keys: Record<string, Room> = Object.fromEntries(rooms.map(([room, , key]) => [key, room]));

export function Rail() {
  const here = address.value.room;
  return (
    <nav class="rail" aria-label="Rooms">
      <ul>
        {rooms.map(([room, name, key, path]) => {
          const inside = here === room || (room === "search" && here === "symbol") || (room === "browse" && here === "file");
          return (
            <li key={room}>
              <a href={link(room, "", { project: project.value })} aria-current={inside ? "page" : undefined} title={`${name} (g ${key})`}>
                <svg viewBox="0 0 18 18" aria-hidden="true"><path d={path} stroke-linecap="round" stroke-linejoin="round" /></svg>
                {name}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
