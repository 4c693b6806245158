/** Defined by the build of a release only: in a clone of the project, commands are npm scripts. */
declare const isRelease: true | undefined;

/** How the operator runs a command here, for messages: `npm run backup -- FILE` or `not-terrible backup FILE`. */
/* @__NO_SIDE_EFFECTS__ */
export function commandLine(name: string, args = ''): string {
  if (typeof isRelease !== 'undefined') return `not-terrible ${name}${args && ` ${args}`}`;
  return `npm run ${name}${args && ` -- ${args}`}`;
}
