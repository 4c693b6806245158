import { escapeHtml } from '../../web/escape-html.ts';
import type { OpenApi } from './openapi.ts';

type Schema = Record<string, unknown>;
type Content = { content?: Record<string, { schema: Schema }> };
type Operation = {
  summary: string;
  tags: string[];
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: Content;
  responses: Record<string, Content & { description: string }>;
};

/** The OpenAPI document as a page: plain HTML and one style sheet, no scripts. */
export function docsPage(document: OpenApi): string {
  const routes = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) =>
      routeHtml(method, path, operation as unknown as Operation),
    ),
  );
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      `<section id="${escapeHtml(name)}"><h3><code>${escapeHtml(name)}</code></h3>${pretty(schema)}</section>`,
  );
  const title = escapeHtml(`Web API of ${document.info.title}`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="stylesheet" href="docs.css"></head>
<body><main><h1>${title}</h1>
<p>${escapeHtml(document.info.description)} Version ${escapeHtml(document.info.version)}, base URL <code>${escapeHtml(document.servers[0]?.url ?? '')}</code>. Machine-readable: <a href="openapi.json">openapi.json</a>.</p>
<h2>Routes</h2>
${routes.join('\n')}
<h2>Schemas</h2>
${schemas.join('\n')}
</main></body></html>`;
}

function routeHtml(method: string, path: string, operation: Operation): string {
  const { summary, tags, parameters, requestBody, responses } = operation;
  const [bodyType, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const successes = Object.entries(responses).filter(([status]) => status !== 'default');
  return `<details class="${method}"><summary><b>${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code> <span>${escapeHtml(summary)}</span>${tags.includes('Administrators') ? ' <em>administrators</em>' : ''}</summary>
${parameters.length > 0 ? `<h3>Parameters</h3><dl>${parameters.map(parameter).join('')}</dl>` : ''}
${body ? `<h3>Body <small>${escapeHtml(bodyType ?? '')}</small></h3>${described(body.schema)}` : ''}
<h3>Responses</h3><dl>${successes.map(([status, { description, content }]) => `<dt>${status}</dt><dd>${escapeHtml(description)} ${described(content?.['application/json']?.schema ?? {})}</dd>`).join('')}</dl></details>`;
}

const parameter = ({ name, in: place, required, schema }: Operation['parameters'][number]): string =>
  `<dt><code>${escapeHtml(name)}</code></dt><dd>${place}${required ? '' : ', optional'} ${described(schema)}</dd>`;

const reference = /^#\/components\/schemas\/(\w+)$/;

/** Links named schemas and lists of them; prints others. */
function described(schema: Schema): string {
  const [, name] = reference.exec(String(schema.$ref)) ?? [];
  if (name) return `<a href="#${name}">${name}</a>`;
  const { items } = schema as { items?: Schema };
  if (schema.type === 'array' && items && '$ref' in items) return `list of ${described(items)}`;
  return pretty(schema);
}

const pretty = (schema: unknown): string =>
  `<pre tabindex="0"><code>${escapeHtml(JSON.stringify(schema, null, 2) ?? '')}</code></pre>`;

export const docsStyle = `:root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif; accent-color: #c8102e; }
body { margin: 0; background: light-dark(#fff, #16181d); color: light-dark(#1c1e22, #e6e8ec); }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { margin: 0 0 .5rem; line-height: 1.2; }
h2 { margin: 2.5rem 0 1rem; }
h3 { margin: 1rem 0 .25rem; font-size: 1rem; }
small { font-weight: normal; }
a { color: light-dark(#a50d26, #ff8a96); }
code, pre { font-family: ui-monospace, monospace; font-size: .9em; }
details { margin: .4rem 0; border: 1px solid light-dark(#d8dbe0, #3a3e47); border-radius: .4rem; padding: .5rem .75rem; }
summary { cursor: pointer; overflow-wrap: anywhere; }
summary b { display: inline-block; min-width: 4.5em; color: light-dark(#1d5fa8, #7db7f5); }
.post summary b { color: light-dark(#22692f, #7fd08f); }
.put summary b { color: light-dark(#805600, #e5b95c); }
.delete summary b { color: light-dark(#a50d26, #ff8a96); }
summary span { display: block; }
summary em { font-size: .85em; border: 1px solid; border-radius: 1em; padding: 0 .6em; font-style: normal; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem 1rem; margin: 0; }
dd { margin: 0; }
pre { margin: .25rem 0; padding: .6rem; overflow-x: auto; border-radius: .4rem; background: light-dark(#f3f4f6, #22252c); }
section { scroll-margin-top: 1rem; }
section:target { outline: 2px solid; outline-offset: .5rem; border-radius: .2rem; }
`;
