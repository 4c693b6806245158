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
    if (type === 'POP') {
      const place = positions.get(location.key);
      if (place !== undefined) return scrollTo({ top: place, behavior: 'instant' });
    } else if (location.state?.staysInPlace) return remember();
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target) return target.scrollIntoView();
    scrollTo({ top: 0, behavior: 'instant' });
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [location, type]);
}
