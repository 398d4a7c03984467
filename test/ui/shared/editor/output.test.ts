import assert from 'node:assert/strict';
import { DisposableStore } from '../../../../src/base/disposable';
import { outputLog } from '../../../../src/ui/shared/editor/output';

describe('the log in the output channel', () => {
  it('ignores messages after the channel was disposed, which would throw', () => {
    const lines: string[] = [];
    let isDisposed = false;
    const write = (level: string) => (message: string) => {
      if (isDisposed) throw new Error('Channel has been closed');
      lines.push(`${level} ${message}`);
    };
    const channel = {
      trace: write('trace'),
      ...{ debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') },
      dispose: () => {
        isDisposed = true;
      },
    };
    const store = new DisposableStore();
    store.add(channel);
    const log = outputLog(channel, store);
    log.trace('none');
    log.warn('one');
    log.error('two');
    store.dispose();
    log.error('three');
    assert.deepEqual(lines, ['trace none', 'warn one', 'error two']);
  });
});
