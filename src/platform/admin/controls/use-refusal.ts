import { type RefObject, useEffect } from 'react';

/** Makes the browser refuse the field for this reason; none if it is empty. */
export function useRefusal(field: RefObject<HTMLInputElement | null>, reason: string): void {
  useEffect(() => field.current?.setCustomValidity(reason), [field, reason]);
}
