// The first run: a database without anything in it.
import { Importing } from "../server/importing";

export function Welcome() {
  return (
    <div class="scroll"><div class="page stack">
      <h1>Nothing is imported yet</h1>
      <p>A project is a program's assemblies, a folder of sources, a repository or an export. Name a path that this server can read, or drop an export here.</p>
      <Importing first />
    </div></div>
  );
}
