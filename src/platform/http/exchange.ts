import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestContext, Site } from './context.ts';
import type { Renderer } from './pages/renderer.ts';

/** A request for a canonical path, and its response. */
export type Exchange = {
  site: Site;
  renderer: Renderer;
  context: RequestContext;
  path: string;
  search: string;
  request: IncomingMessage;
  response: ServerResponse;
  /** Answers what is not at this URL, and returns whether it did. */
  otherwise(): Promise<boolean>;
};

/** Answers a request, or returns false when it is not for it. */
export type RequestHandler = (exchange: Exchange) => boolean | Promise<boolean>;

/** Where what is not (any more) at a URL went. */
export type Redirects = {
  /** Whether they come before the page at this URL. */
  comeFirst(path: string, search: string): boolean;
  send(exchange: Exchange): Promise<boolean>;
  /** For another spelling of a path, which is redirected in any case. */
  sendAtOnce(exchange: Exchange): Promise<boolean>;
};
