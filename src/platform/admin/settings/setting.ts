/** The words of a setting, which its form shows and the search looks in. */
export type Setting = { label: string; hint?: string };

/** What a link to a setting hands to the screen with its form. */
export type SettingTarget = { setting: string };

/** Moves the focus to the setting that the navigation was about. */
export function focusSetting(form: HTMLElement | null, target: Partial<SettingTarget> | null): void {
  if (!form || !target?.setting) return;
  const named = [...form.querySelectorAll('label, legend')].find(
    ({ textContent }) => textContent === target.setting,
  );
  const control =
    (named as HTMLLabelElement | undefined)?.control ?? named?.parentElement?.querySelector('input');
  // The frame moves the focus after a navigation, and looks for this attribute.
  control?.setAttribute('data-first-focus', '');
  control?.focus({ preventScroll: true });
  named?.scrollIntoView({ block: 'center' });
}
