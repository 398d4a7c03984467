// A panel whose page is shown in a browser without an editor.
import { Emitter } from '../../../src/base/emitter.ts';
import { panelMessageSchema } from '../../../src/schemas/panel-message.ts';
import { Panel } from '../../../src/ui/shared/panels/panel-frame.ts';

/**
 * Opens the panel of a key in a tab, as VS Code does. Links that the browser would open are recorded in `opened`, and
 * copied texts in `copied`. `url`: the URL of an earlier page, whose stored state is restored.
 */
export async function openPanel(tab, kind, key, { url } = {}) {
  const messages = new Emitter();
  const viewState = new Emitter();
  const opened = [];
  const copied = [];
  let visible = true;
  let isClosed = false;
  /** The messages to the page, in order. */
  let sending = Promise.resolve();
  const host = {
    title: kind.title(key),
    get visible() {
      return visible;
    },
    onDidChangeViewState: viewState.event,
    webview: {
      onDidReceiveMessage: messages.event,
      postMessage: (message) => {
        sending = sending.then(() => (visible && !isClosed ? tab.post(message) : undefined));
        return sending;
      },
    },
    reveal: () => undefined,
    dispose: () => {
      if (isClosed) return;
      isClosed = true;
      panel.dispose();
    },
  };
  const panel = new Panel(host, {
    images: kind.images?.(key),
    follow: kind.follow?.(key),
    outside: {
      openExternal: (link) => Promise.resolve(opened.push(link)),
      copy: (text) => Promise.resolve(copied.push(text)),
    },
  });
  panel.add(kind.fill(panel, key));
  const receive = (message) => {
    if (!panelMessageSchema.safeParse(message).success)
      throw new Error(`invalid: ${JSON.stringify(message)}`);
    if (!isClosed) messages.fire(message);
  };
  await tab.show(key, receive, url);
  return {
    panel,
    opened,
    copied,
    get title() {
      return host.title;
    },
    get isClosed() {
      return isClosed;
    },
    /** Hides the page, which unloads it. */
    hide: async () => {
      visible = false;
      viewState.fire(undefined);
      await sending;
      await tab.unload();
    },
    /** Shows the hidden page again. */
    unhide: async () => {
      visible = true;
      viewState.fire(undefined);
      await tab.reload();
    },
    close: async () => {
      host.dispose();
      await sending;
    },
  };
}
