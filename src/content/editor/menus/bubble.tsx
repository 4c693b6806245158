import type { Editor } from '@tiptap/core';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react';
import { t } from '../../../platform/messages/translate.ts';
import { onEditorFrame } from '../editor-state.ts';
import { Icon } from '../toolbar/icons.tsx';
import type { Uploads } from '../uploads/uploads.ts';
import { type BubbleContext, bubbleContext, sameContext } from './bubble-context.ts';
import { BubbleFields } from './bubble-fields.tsx';
import { type BubbleForm, type BubbleTool, bubbleLabels, bubbleTools, moreTools } from './bubble-tools.ts';
import type { EditorMenus } from './menus.ts';
import { placeNear, placeNearText } from './place.ts';
import { SnippetField } from './snippet-field.tsx';

type Props = { editor: Editor; menus: EditorMenus; uploads: Uploads };

/** Tools beside the selection. Alt+F10 moves the focus there; Escape closes it. */
export function Bubble({ editor, menus, uploads }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  const [context, close] = useBubbleContext(editor, panel);
  if (!context) return null;
  return (
    <Panel
      // Another link or image starts with the first tool and without a form.
      key={`${context.kind}-${context.kind === 'text' ? '' : context.from}`}
      panel={panel}
      editor={editor}
      menus={menus}
      uploads={uploads}
      context={context}
      onClose={close}
    />
  );
}

/** What the bubble shows. Nothing while the pointer is down, so that it does not get in the way of selecting. */
function useBubbleContext(editor: Editor, panel: RefObject<HTMLDivElement | null>) {
  const [context, setContext] = useState<BubbleContext | null>(null);
  const dismissed = useRef<BubbleContext | null>(null);

  useEffect(() => {
    const { dom } = editor.view;
    let isPointerDown = false;
    const update = () => {
      if (editor.isDestroyed) return;
      const isFocused = editor.view.hasFocus() || panel.current?.contains(document.activeElement);
      const isBusy = isPointerDown || editor.view.composing;
      const found = isFocused && !isBusy ? bubbleContext(editor) : null;
      if (!sameContext(found, dismissed.current)) dismissed.current = null;
      setContext((before) => {
        const next = dismissed.current ? null : found;
        return sameContext(before, next) ? before : next;
      });
    };
    const onPointerDown = () => {
      isPointerDown = true;
      update();
    };
    const onPointerUp = () => {
      if (!isPointerDown) return;
      isPointerDown = false;
      // The browser changes the selection after this event.
      setTimeout(update);
    };
    const onFocusChange = () => setTimeout(update);
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') {
        dismissed.current = bubbleContext(editor);
        update();
      }
    };
    const listening = new AbortController();
    const { signal } = listening;
    dom.addEventListener('pointerdown', onPointerDown, { signal });
    dom.addEventListener('keydown', onKeyDown, { signal });
    addEventListener('pointerup', onPointerUp, { signal });
    addEventListener('pointercancel', onPointerUp, { signal });
    addEventListener('focusin', onFocusChange, { signal });
    addEventListener('focusout', onFocusChange, { signal });
    const stopFrames = onEditorFrame(editor, update);
    return () => {
      stopFrames();
      listening.abort();
    };
  }, [editor, panel]);

  const close = () => {
    dismissed.current = context;
    setContext(null);
  };
  return [context, close] as const;
}

type PanelProps = Props & {
  panel: RefObject<HTMLDivElement | null>;
  context: BubbleContext;
  onClose(): void;
};

function Panel({ panel, editor, menus, uploads, context, onClose }: PanelProps) {
  const [form, setForm] = useState<BubbleForm | null>(null);
  const [isMore, setIsMore] = useState(false);
  const [current, setCurrent] = useState(0);
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  // A change of marks does not change the selection, but the states of tools.
  useEffect(() => onEditorFrame(editor, rerender), [editor]);

  // After each change: its size depends on the form and the tools, and an image can change its size.
  useLayoutEffect(() => {
    if (panel.current) place(panel.current, editor, context);
  });

  const tools = [...bubbleTools[context.kind], ...(isMore ? moreTools[context.kind] : [])].filter(
    (tool) => !tool.isHidden?.(editor) && (!('form' in tool) || tool.form !== 'snippet' || menus.snippets),
  );

  function activate(tool: BubbleTool) {
    if ('form' in tool) setForm(tool.form);
    else if ('more' in tool) setIsMore(!isMore);
    else if ('popup' in tool) menus.openPopup(tool.popup);
    else tool.run(editor);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      onClose();
      editor.view.focus();
    } else if (!form && moveFocus(event.key, panel.current, current)) {
      // The focus has moved.
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it has a role
    <div
      ref={panel}
      className="editor-floating editor-bubble"
      {...{ role: form ? 'dialog' : 'toolbar', 'aria-label': bubbleLabels[context.kind] }}
      onKeyDown={onKeyDown}
    >
      {form === 'snippet' && menus.snippets && (
        <SnippetField
          editor={editor}
          snippets={menus.snippets}
          onDone={() => {
            setForm(null);
            editor.view.focus();
          }}
        />
      )}
      {form && form !== 'snippet' && (
        <BubbleFields
          form={form}
          editor={editor}
          uploads={uploads}
          onDone={() => {
            setForm(null);
            editor.view.focus();
          }}
        />
      )}
      {!form && context.kind === 'link' && (
        <a
          className="editor-bubble-link"
          data-bubble-item
          href={context.href}
          target="_blank"
          rel="noopener"
          tabIndex={current === 0 ? 0 : -1}
          onFocus={() => setCurrent(0)}
        >
          <Icon name="open" /> <span>{context.href}</span>
          <span className="visually-hidden"> {t('(opens in a new tab)')}</span>
        </a>
      )}
      {!form &&
        tools.map((tool, at) => {
          const index = context.kind === 'link' ? at + 1 : at;
          const isToggle = tool.isActive !== undefined;
          const isActive = tool.isActive?.(editor);
          return (
            <button
              key={tool.name}
              type="button"
              className="editor-tool"
              data-bubble-item
              {...(isToggle ? { role: 'checkbox', 'aria-checked': isActive } : {})}
              aria-expanded={'more' in tool ? isMore : undefined}
              aria-label={tool.name}
              title={tool.name}
              data-active={isActive || undefined}
              tabIndex={index === current ? 0 : -1}
              onFocus={() => setCurrent(index)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => activate(tool)}
            >
              <Icon name={tool.icon} />
            </button>
          );
        })}
    </div>
  );
}

function moveFocus(key: string, panel: HTMLElement | null, current: number): boolean {
  const items = [...(panel?.querySelectorAll<HTMLElement>('[data-bubble-item]') ?? [])];
  const steps: Record<string, number> = {
    ArrowRight: current + 1,
    ArrowDown: current + 1,
    ArrowLeft: current - 1,
    ArrowUp: current - 1,
    Home: 0,
    End: items.length - 1,
  };
  const target = steps[key];
  if (target === undefined || items.length === 0) return false;
  items[(target + items.length) % items.length]?.focus();
  return true;
}

function place(panel: HTMLElement, editor: Editor, context: BubbleContext): void {
  const { view } = editor;
  // Below on phones, because their own menu of the selection is above it.
  const side = matchMedia('(pointer: coarse)').matches ? 'below' : 'above';
  const element = context.kind === 'image' ? view.nodeDOM(context.from) : null;
  if (context.kind !== 'image') placeNearText(panel, view, context, side);
  else if (element instanceof HTMLElement) placeNear(panel, view, element.getBoundingClientRect(), side);
}
