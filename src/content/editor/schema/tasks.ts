import { InputRule, Node } from '@tiptap/core';
import { TaskView } from '../views/task-view.ts';

export const TaskList = Node.create({
  name: 'taskList',
  group: 'block list',
  content: 'taskItem+',
  parseHTML: () => [{ tag: 'ul.tasks', priority: 60 }],
  renderHTML: () => ['ul', { class: 'tasks', dir: 'auto' }, 0],
  addInputRules() {
    return [
      new InputRule({
        find: /^\[([ xX]?)\]\s$/,
        handler: ({ chain, range, match }) => {
          const done = match[1]?.toLowerCase() === 'x';
          chain()
            .deleteRange(range)
            .toggleList('taskList', 'taskItem')
            .updateAttributes('taskItem', { done })
            .run();
        },
      }),
    ];
  },
  addKeyboardShortcuts() {
    return { 'Mod-Shift-9': () => this.editor.commands.toggleList('taskList', 'taskItem') };
  },
});

export const TaskItem = Node.create({
  name: 'taskItem',
  content: 'block+',
  defining: true,
  // Before the line break of Mod-Enter.
  priority: 110,
  addAttributes: () => ({
    done: {
      default: false,
      // An item that is split off is a new task.
      keepOnSplit: false,
      parseHTML: (element) => element.classList.contains('done'),
      renderHTML: ({ done }) => (done ? { class: 'done' } : {}),
    },
  }),
  parseHTML: () => [{ tag: 'ul.tasks > li', priority: 60 }],
  renderHTML: ({ HTMLAttributes }) => ['li', HTMLAttributes, 0],
  addNodeView:
    () =>
    ({ node, view, getPos, decorations }) =>
      new TaskView(node, view, getPos, decorations),
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      Tab: () => this.editor.commands.sinkListItem(this.name),
      'Shift-Tab': () => this.editor.commands.liftListItem(this.name),
      'Mod-Enter': () => this.editor.commands.toggleTask(),
    };
  },
  addCommands() {
    return {
      toggleTask:
        () =>
        ({ state: { selection }, tr, dispatch }) => {
          const { $from } = selection;
          for (let depth = $from.depth; depth > 0; depth -= 1) {
            const node = $from.node(depth);
            if (node.type !== this.type) continue;
            if (dispatch) tr.setNodeAttribute($from.before(depth), 'done', !node.attrs.done);
            return true;
          }
          return false;
        },
    };
  },
});

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    tasks: {
      /** Marks the task at the cursor as done, or as open again. */
      toggleTask: () => ReturnType;
    };
  }
}
