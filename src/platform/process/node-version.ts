import { unsupportedNode } from '../messages/operator.ts';

/** Exits with a message on an older Node; this file and its imports run on any version that has ES modules. */
export function requireNode(major: number): void {
  if (Number(process.versions.node.split('.')[0]) >= major) return;
  console.error(unsupportedNode(major));
  process.exit(1);
}
