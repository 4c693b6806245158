import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';

/**
 * Whether the second row of a post is visible. The focus opens it too, and the Tab key that leaves the post closes it again. A press of
 * the pointer elsewhere does not: what is pressed would move away.
 */
export function useOpenRow(staysOpen: boolean) {
  const [state, setState] = useState<'closed' | 'focused' | 'open'>('closed');
  const isTabbing = useRef(false);
  return {
    isOpen: staysOpen || state !== 'closed',
    setOpen: (isOpen: boolean) => setState(isOpen ? 'open' : 'closed'),
    keyboardHandlers: {
      onKeyDown: ({ key }: KeyboardEvent) => {
        isTabbing.current = key === 'Tab';
      },
      onFocus: () => {
        isTabbing.current = false;
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (isTabbing.current && !currentTarget.contains(relatedTarget))
          setState((state) => (state === 'focused' ? 'closed' : state));
      },
    },
    moreHandlers: {
      onFocus: () => setState((state) => (state === 'closed' ? 'focused' : state)),
    },
  };
}
