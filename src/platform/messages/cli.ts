/** Messages of the program `not-terrible`, which an installed package has. */

const width = 9;

export const programHelp = (
  commands: readonly (readonly [name: string, summary: string])[],
  settings: string,
): string =>
  `Usage: not-terrible [COMMAND] [ARGUMENTS]

Not Terrible is a personal blog engine. Without a command it starts the site of the current folder: at
http://localhost:3000, with its data in ./data.

Commands:
${commands.map(([name, summary]) => `  ${name.padEnd(width)}${summary}`).join('\n')}

not-terrible COMMAND --help explains a command, not-terrible --version prints the version.

Settings are environment variables, or lines of a file named .env in the current folder. All of them are optional; the values are
defaults or examples:

${settings.replaceAll(/^(?=.)/gm, '  ')}`;

export const startUsage = `Usage: not-terrible start

Starts the site of the current folder and prints its URL and how to sign in. It stores its data in DATA_DIR (./data) and
serves HOST and PORT (127.0.0.1, 3000). Ctrl-C or SIGTERM finishes running requests and stops it. Settings are environment
variables, or lines of a file named .env in the current folder; "not-terrible --help" lists them.`;

export const healthUsage = `Usage: not-terrible health

Asks the site that runs here, at HOST and PORT, whether it can serve (/readyz). Exits with 0 if it can; otherwise prints why
not and exits with 1. It is for health checks of containers and service managers; "not-terrible doctor" finds causes.`;
export const isHealthy = (url: string): string => `${url}: ready`;
export const notHealthy = (url: string, reason: string): string => `${url}: not ready (${reason})`;

const helpHint = '"not-terrible --help" lists all commands.';
export const unknownCommand = (name: string, similar: string | null): string =>
  `There is no command "${name}".${similar ? ` Did you mean "${similar}"?` : ''} ${helpHint}`;
export const unknownOption = (name: string): string =>
  `There is no option "${name}". Settings are environment variables, such as PORT=8080. ${helpHint}`;
