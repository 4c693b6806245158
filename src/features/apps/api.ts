import { z } from 'zod';
import { date, id, isoDate, text } from '../../platform/http/api/text.ts';
import { scopes } from '../../platform/http/scopes.ts';

export const appsSwitch = z
  .object({
    /** Access tokens for the web API. */
    tokens: z.boolean(),
    micropub: z.boolean(),
    mcp: z.boolean(),
  })
  .meta({ id: 'Apps' });
export type AppsSwitch = z.infer<typeof appsSwitch>;

export const maxTokenNameLength = 100;
const scope = z.enum(scopes);
const givenScopes = z
  .array(scope)
  .min(1, 'Choose at least one thing that the app may do.')
  .transform((given) => scopes.filter((one) => given.includes(one)));

export const accessToken = z
  .object({
    id,
    name: z.string(),
    username: z.string(),
    scopes: z.array(scope),
    /** The app that asked for it; null for one that was made by hand. */
    client_id: z.string().nullable(),
    date_added: date,
    expires: date.nullable(),
    last_used: date.nullable(),
  })
  .meta({ id: 'AccessToken' });
export type AccessToken = z.infer<typeof accessToken>;

export const newToken = z.object({
  name: text(maxTokenNameLength).refine((name) => name.trim() !== '', 'Give the token a name.'),
  scopes: givenScopes,
  expires: isoDate.nullable().default(null),
});
/** The token is returned once: only its hash is stored. */
export const createdToken = accessToken.extend({ token: z.string() }).meta({ id: 'CreatedAccessToken' });

/** What an app sends the browser to the authorization endpoint with. */
export const authorizationQuery = z.object({
  response_type: z.literal('code').default('code'),
  client_id: z.string().min(1).max(4000),
  redirect_uri: z.string().min(1).max(2000),
  state: z.string().max(2000).default(''),
  code_challenge: z.string().regex(/^[\w-]{43}$/, 'The code_challenge is not one of S256.'),
  code_challenge_method: z.literal('S256'),
  scope: z.string().max(500).default(''),
  me: z.string().max(500).default(''),
  resource: z.string().max(500).default(''),
});
export type AuthorizationQuery = z.infer<typeof authorizationQuery>;

export const authorizationRequest = z
  .object({
    client_name: z.string(),
    client_url: z.string(),
    redirect_host: z.string(),
    scopes: z.array(scope),
  })
  .meta({ id: 'AuthorizationRequest' });

export const authorization = z.object({
  request: authorizationQuery,
  scopes: givenScopes.nullable(),
  days: z.union([z.literal(30), z.literal(365), z.null()]),
});
export const authorizationAnswer = z.object({ redirect: z.string() }).meta({ id: 'AuthorizationAnswer' });
