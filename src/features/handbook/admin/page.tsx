import { useEffect, useRef } from 'react';
import { callsOf } from '../../../platform/admin/data/calls.ts';
import { urls } from '../../../platform/http/urls.ts';
import type { handbookRoutes } from '../routes.ts';
import './handbook.css';

const { call } = callsOf<typeof handbookRoutes>();
export const readPage = call('GET', '/api/admin/handbook/:page');
export const searchHandbook = call('GET', '/api/admin/handbook');

export const handbookUrl = `${urls.admin}/handbook`;

/** Where the build put a screenshot. */
const screenshotUrl = (_: string, name: string) =>
  new URL(`../../../../docs/screenshots/${name}.webp`, import.meta.url).href;

type Props = {
  html: string;
  /** The id of the section to show, if any. */
  section: string;
  /** Follows a link to another page. */
  onFollow: (url: string) => void;
};

/** The text of a page. */
export function Page({ html, section, onFollow }: Props) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (section) root.current?.querySelector(`#${CSS.escape(section)}`)?.scrollIntoView();
  }, [section]);
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const href = link?.getAttribute('href');
      if (!href?.startsWith(handbookUrl) || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      onFollow(href);
    };
    const element = root.current;
    element?.addEventListener('click', follow);
    return () => element?.removeEventListener('click', follow);
  }, [onFollow]);
  const __html = html.replaceAll(/screenshots\/([\w-]+)\.webp/g, screenshotUrl);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the pages are part of the program
  return <div ref={root} className="handbook-page" dangerouslySetInnerHTML={{ __html }} />;
}
