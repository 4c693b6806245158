import type { SceneName } from './pictures.ts';

export type DemoPicture = { scene: SceneName; seed: number; alt: string };
export type DemoComment = {
  name?: string;
  admin?: boolean;
  text: string;
  approved: boolean;
  daysAgo: number;
};
export type DemoPost = {
  title: string;
  /** As the editor writes it; `picture:0` stands for the address of the post's first picture. */
  content: string;
  category: string;
  tags: string[];
  daysAgo: number;
  revisedDaysAgo?: number;
  active: boolean;
  votes: number;
  pictures: DemoPicture[];
  comments: DemoComment[];
};

export const html = (...blocks: string[]) => blocks.join('');

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const code = (language: 'bash' | 'css' | 'python' | 'rust' | 'sql' | 'ts', text: string) =>
  `<pre><code class="language-${language}">${escaped(text)}</code></pre>`;

export function table(head: string[], ...rows: string[][]): string {
  const row = (cell: 'td' | 'th') => (texts: string[]) =>
    `<tr>${texts.map((text) => `<${cell}><p>${text}</p></${cell}>`).join('')}</tr>`;
  return `<table><thead>${row('th')(head)}</thead><tbody>${rows.map(row('td')).join('')}</tbody></table>`;
}
