import type { IncomingMessage } from 'node:http';
import { type ReceivedFile, receive } from '../../../platform/files/uploads.ts';
import { adminBodyBytes } from '../../../platform/http/api/limits.ts';
import { readForm, readJson } from '../../../platform/http/request/body.ts';

export class MicropubRefusal extends Error {
  readonly status: number;
  readonly error: string;

  constructor(status: number, error: string, message: string) {
    super(message);
    this.status = status;
    this.error = error;
  }
}

export const invalidRequest = (message: string) => new MicropubRefusal(400, 'invalid_request', message);

export type Values = Record<string, unknown[]>;

/** A request in the form that JSON has, whatever it was sent as. */
export type MicropubRequest = AsyncDisposable & {
  action: 'create' | 'update' | 'delete' | 'undelete';
  type: string;
  url: string;
  properties: Values;
  replace: Values;
  add: Values;
  remove: Values | string[];
  files: readonly ReceivedFile[];
  /** Of a form, instead of the header. */
  accessToken: string | null;
};

const empty = {
  url: '',
  type: 'h-entry',
  properties: {},
  replace: {},
  add: {},
  remove: {},
  files: [],
  accessToken: null,
  async [Symbol.asyncDispose]() {},
};

const actions = ['create', 'update', 'delete', 'undelete'] as const;
const actionOf = (name: unknown): MicropubRequest['action'] => {
  const action = actions.find((one) => one === name);
  if (!action) throw invalidRequest('The action is none of create, update, delete and undelete.');
  return action;
};

/** Files that a client sends with a post. */
const fileFields = ['photo', 'photo[]', 'file'];

export async function readRequest(request: IncomingMessage, folder: string): Promise<MicropubRequest> {
  const type = request.headers['content-type'] ?? '';
  if (/^application\/json\b/i.test(type)) return fromJson(await readJson(request, adminBodyBytes));
  if (!/^multipart\/form-data\b/i.test(type)) return fromForm([...(await readForm(request, adminBodyBytes))]);
  const received = await receive(request, { 'content-type': type }, folder, {
    files: fileFields,
    fields: [],
    formBytes: adminBodyBytes,
  });
  const { entries, files, [Symbol.asyncDispose]: dispose } = received;
  return { ...fromForm(entries), files, [Symbol.asyncDispose]: dispose };
}

function fromForm(entries: readonly (readonly [string, string])[]): MicropubRequest {
  const properties: Values = {};
  const special: Record<string, string> = {};
  for (const [key, value] of entries) {
    const [, name = key, part = ''] = /^([^[]+)\[([^\]]*)\]$/.exec(key) ?? [];
    if (['h', 'action', 'url', 'access_token', 'q'].includes(name)) special[name] = value;
    else if (value !== '') properties[name] = [...(properties[name] ?? []), formValue(part, value)];
  }
  const action = actionOf(special.action ?? 'create');
  if (action === 'update') throw invalidRequest('An update is sent as JSON.');
  return {
    ...empty,
    action,
    type: `h-${special.h ?? 'entry'}`,
    url: special.url ?? '',
    properties,
    accessToken: special.access_token ?? null,
  };
}

/** Of `category[]` and `category[0]` the text; of `content[html]` an object, as in JSON. */
const formValue = (part: string, value: string): unknown => (/^\d*$/.test(part) ? value : { [part]: value });

function fromJson(body: unknown): MicropubRequest {
  if (!isObject(body)) throw invalidRequest('Send a JSON object.');
  const action = actionOf(body.action ?? 'create');
  const remove = Array.isArray(body.delete) ? body.delete.map(String) : values(body.delete, 'delete');
  return {
    ...empty,
    action,
    type: String(Array.isArray(body.type) ? body.type[0] : 'h-entry'),
    url: typeof body.url === 'string' ? body.url : '',
    properties: values(body.properties, 'properties'),
    replace: values(body.replace, 'replace'),
    add: values(body.add, 'add'),
    remove,
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every value is an array. */
function values(given: unknown, name: string): Values {
  if (given === undefined) return {};
  if (!isObject(given)) throw invalidRequest(`"${name}" is not an object.`);
  for (const [key, value] of Object.entries(given))
    if (!Array.isArray(value)) throw invalidRequest(`The value of "${key}" in "${name}" is not an array.`);
  return given as Values;
}
