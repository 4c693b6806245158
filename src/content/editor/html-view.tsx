import { t } from '../../platform/messages/translate.ts';
import { fromHtml, toSource } from './html.ts';
import { type SourceFormat, SourceView, type SourceViewProps } from './source-view.tsx';

const html: SourceFormat = { label: t('HTML source'), spellCheck: false, write: toSource, read: fromHtml };

/** Edits the post as HTML. Elements that the schema does not know are dropped, as when pasting. */
export function HtmlView(props: SourceViewProps) {
  return <SourceView {...props} format={html} />;
}
