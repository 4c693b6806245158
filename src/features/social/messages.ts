export const mastodonText =
  'Posts are shared with “tweet” or when you publish. On your server: Preferences, Development, New application, with the rights “read” and “write”.';
export const mastodonServerHint = 'Like https://mastodon.example.org.';
export const blueskyText =
  'Posts are shared with “tweet” or when you publish. In Bluesky: Settings, Privacy and security, App passwords.';
export const blueskyHandleHint = 'Like name.bsky.social, without the @.';
export const blueskyServerHint = 'Empty: bsky.social. Only accounts on a server of their own need it.';
export const xText =
  'Posts are shared with “tweet” or when you publish. In the developer portal of X: an app with the permission “Read and write”, then Keys and tokens.';
export const accountFound = (name: string, network: string) => `Signed in to ${network} as ${name}.`;
export const noAccount = 'Enter the credentials first.';
