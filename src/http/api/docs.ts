import type { OpenApi } from './openapi.ts';

const html = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? '',
  );

/** The OpenAPI document for people: plain HTML, nothing to load, nothing to run. */
export function docsPage(document: OpenApi): string {
  const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const { parameters, requestBody, responses, security } = operation as unknown as {
        parameters: { name: string; in: string; required: boolean; schema: unknown }[];
        requestBody?: { content: Record<string, { schema: unknown }> };
        responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>;
        security: Record<string, unknown>[];
      };
      const rows = parameters
        .map(
          ({ name, in: place, required, schema }) =>
            `<tr><td><code>${html(name)}</code></td><td>${place}${required ? '' : ', optional'}</td><td><code>${html(JSON.stringify(schema))}</code></td></tr>`,
        )
        .join('');
      const [done] = Object.entries(responses);
      return `<section><h2><code>${method.toUpperCase()} ${html(path)}</code></h2>
<p>${html(operation.summary)}${security[0] && 'session' in security[0] ? ' <strong>(administrators)</strong>' : ''}</p>
${rows && `<table><thead><tr><th>Parameter</th><th>Where</th><th>Schema</th></tr></thead><tbody>${rows}</tbody></table>`}
${requestBody ? `<details><summary>Body</summary><pre>${pretty(Object.values(requestBody.content)[0]?.schema)}</pre></details>` : ''}
${done ? `<details><summary>Answer ${done[0]}</summary><pre>${pretty(Object.values(done[1].content ?? {})[0]?.schema)}</pre></details>` : ''}</section>`;
    }),
  );
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      `<details><summary><code>${html(name)}</code></summary><pre>${pretty(schema)}</pre></details>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Web API of ${html(document.info.title)}</title><meta name="color-scheme" content="light dark"></head>
<body><main><h1>Web API of ${html(document.info.title)}</h1><p>${html(document.info.description)} For machines: <a href="openapi.json">openapi.json</a>.</p>
${calls.join('\n')}<section><h2>Schemas</h2>${schemas.join('\n')}</section></main></body></html>`;
}

const pretty = (schema: unknown): string => html(JSON.stringify(schema, null, 2) ?? '');
