// Where a node of the tree leads.
import { link } from "../state/address";
import { fileLink, project, symbolLink } from "../state/store";
import type { Node } from "./tree";

export { snapshots } from "../state/store";

/** Of the tree's rows those that are symbols or files; "" = it only opens. */
export const leadsTo = (node: Node): string => (node.kind === "file" || node.type || node.leaf ? nodeLink(node) : "");

export function nodeLink(node: Node): string {
  if (node.kind === "file") return fileLink(node.key);
  if (node.type || node.leaf) return symbolLink(node.key);
  const field = node.kind === "module" ? "module" : node.kind === "namespace" ? "ns" : node.kind === "folder" ? "file" : "project";
  return link("search", "", { q: `kind:${node.kind === "folder" ? "file" : "type"} ${field}:"${node.kind === "folder" ? node.key + "/" : node.name}"`, project: project.value });
}
