import path from 'node:path';

/** The system's programs only: npm scripts put the project's Node first. */
const systemPath = (process.env.PATH ?? '')
  .split(path.delimiter)
  .filter((folder) => !folder.includes('node_modules') && !folder.includes('node-gyp-bin'))
  .join(path.delimiter);

/**
 * For npm in another folder: without what `npm run` sets for the project. Which registry npm uses may be set in the environment.
 */
export const npmEnvironment = (): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value = '']) =>
      /^npm_(?!config_(registry|cache|userconfig|globalconfig)$)|^(INIT_CWD|NODE|NODE_ENV)$/i.test(name)
        ? []
        : [[name, value]],
    ),
  ),
  PATH: systemPath,
});
