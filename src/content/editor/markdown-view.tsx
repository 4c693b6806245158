import type { Node as DocumentNode, Schema } from '@tiptap/pm/model';
import { t } from '../../platform/messages/translate.ts';
import { escapeText, type Markup } from '../markdown/markup.ts';
import { markdownToHtml } from '../markdown/to-html.ts';
import { toMarkdown } from '../markdown/to-markdown.ts';
import { fromHtml, inertBody, toHtml } from './html.ts';
import { type Source, type SourceFormat, SourceView, type SourceViewProps } from './source-view.tsx';

const markdown: SourceFormat = { label: t('Markdown source'), spellCheck: true, write, read };

/** Edits the post as Markdown. Loaded when it is opened, because it brings a parser. */
export function MarkdownView(props: SourceViewProps) {
  return <SourceView {...props} format={markdown} />;
}

function write(doc: DocumentNode): Source {
  return toMarkdown(markupOf(inertBody(toHtml(doc)).childNodes));
}

/** Posts have no front matter, so it stays in the text as code. */
function read(text: string, schema: Schema): DocumentNode {
  const { frontMatter, html } = markdownToHtml(text);
  const language = text.trimStart().startsWith('+++') ? 'toml' : 'yaml';
  const code =
    frontMatter && `<pre><code class="language-${language}">${escapeText(frontMatter)}</code></pre>`;
  return fromHtml((code ?? '') + html, schema);
}

function markupOf(nodes: Iterable<Node>): Markup[] {
  return [...nodes].flatMap((node) => {
    if (node instanceof Text) return node.data;
    if (!(node instanceof Element)) return [];
    const attributes = [...node.attributes].map(({ name, value }): [string, string] => [name, value]);
    return { name: node.localName, attributes, children: markupOf(node.childNodes) };
  });
}
