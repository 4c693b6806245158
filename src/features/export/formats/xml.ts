import { inXml } from '../../../platform/http/xml.ts';
import { escapeHtml } from '../../../platform/web/escape-html.ts';

export const cdata = (text: string): string =>
  `<![CDATA[${inXml(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

export const escapeXml = (text: string): string => escapeHtml(inXml(text));
