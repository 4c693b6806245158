/** The claim links that a server printed. */
export const claimLinks = (output: string): string[] => output.match(/https?:\/\/\S+\/claim\/[\w-]+/g) ?? [];

/** The path of the only one. */
export function claimPath(output: string): string {
  const [link = '', ...more] = claimLinks(output);
  if (!link || more.length > 0) throw new Error(`Expected one claim link in:\n${output}`);
  return new URL(link).pathname;
}

export const ownPassword = 'a sentence of my own making';

type Typed = { username?: string; password?: string; again?: string; headers?: Record<string, string> };

/** Sends the form of the claim page, as a browser without JavaScript does. */
export const sendClaim = (
  url: string,
  path: string,
  { username = 'owner', password = ownPassword, again = password, headers = { origin: url } }: Typed = {},
): Promise<Response> =>
  fetch(url + path, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body: new URLSearchParams({ username, password, again }),
  });
