export const appUrls = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  serverMetadata: '/.well-known/oauth-authorization-server',
  resourceMetadata: '/.well-known/oauth-protected-resource',
  /** Where the owner decides. */
  consent: '/admin/apps/authorize',
  micropub: '/micropub',
  media: '/micropub/media',
  mcp: '/mcp',
} as const;

/** The metadata of one resource is below the path of that of the site. */
export const mcpMetadata = appUrls.resourceMetadata + appUrls.mcp;
