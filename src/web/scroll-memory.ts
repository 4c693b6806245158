import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { keep, recall } from './ui/storage.ts';

const storageKey = 'scroll';
const remembered = 100;
let here = '';
let positions = new Map<string, number>();

function remember(): void {
  positions.delete(here);
  positions.set(here, scrollY);
  const [oldest] = positions.keys();
  if (positions.size > remembered && oldest !== undefined) positions.delete(oldest);
}

/** A navigation with this state changes the address under a page that stays as it is. */
export const staysInPlace = { staysInPlace: true };

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Puts eyes and keyboard where a new page, or the named part of it, begins. */
function arrive(part: string): void {
  const target = part && (document.getElementById(part) ?? document.getElementById(decoded(part)));
  if (target) target.scrollIntoView();
  else scrollTo({ top: 0, behavior: 'instant' });
  (target || document.getElementById('main'))?.focus({ preventScroll: true });
}

/** The place of every entry of the history: back and forward find it, anything new begins at the top. */
export function useScrollMemory(): void {
  const location = useLocation();
  const type = useNavigationType();
  const loaded = useRef(false);

  useEffect(() => {
    positions = new Map(JSON.parse(recall('session', storageKey) ?? '[]'));
    history.scrollRestoration = 'manual';
    const leave = () => {
      // The browser itself knows best where a page was that it loads anew.
      history.scrollRestoration = 'auto';
      keep('session', storageKey, JSON.stringify([...positions]));
    };
    const back = () => {
      history.scrollRestoration = 'manual';
    };
    addEventListener('scroll', remember, { passive: true });
    addEventListener('pagehide', leave);
    addEventListener('pageshow', back);
    return () => {
      removeEventListener('scroll', remember);
      removeEventListener('pagehide', leave);
      removeEventListener('pageshow', back);
    };
  }, []);

  useLayoutEffect(() => {
    here = location.key;
    if (!loaded.current) {
      loaded.current = true;
      return;
    }
    if (type === 'POP' && positions.has(location.key))
      scrollTo({ top: positions.get(location.key) ?? 0, behavior: 'instant' });
    else if (location.state?.staysInPlace) remember();
    else arrive(location.hash.slice(1));
  }, [location, type]);
}
