import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  STATUS_ITEMS,
  type StatusItemName,
  statusItemPriority,
} from '../../../src/presentation/shared/status-items';

const SRC = path.join(import.meta.dirname, '../../../src');

describe('status bar items', () => {
  it('are in a fixed order, next to each other on each side', () => {
    const names: readonly StatusItemName[] = [
      'branch',
      'timer',
      'resolving',
      'pendingComments',
      'suggestionBatch',
    ];
    const left = names.map(statusItemPriority);
    assert.deepEqual(
      left,
      left.toSorted((a, b) => b - a),
    );
    assert.equal(new Set(left).size, left.length);
    // No integer, which another extension may use, is between them.
    assert.equal(new Set(left.map(Math.ceil)).size, 1);
    assert.ok(statusItemPriority('logProblems') > statusItemPriority('log'));
    // VS Code's cursor position has the priority 100, and its problems 50.
    assert.ok(statusItemPriority('log') > 100);
    assert.ok(statusItemPriority('branch') < 50);
  });

  it('are all created with their place', () => {
    const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    const used = files.flatMap((file) => {
      const text = readFileSync(path.join(SRC, file), 'utf8');
      if (text.includes('window.createStatusBarItem'))
        assert.equal(path.basename(file), 'status-bar-item.ts', file);
      return [...text.matchAll(/createStatusItem\('(\w+)'\)/g)].map(([, name = '']) => name);
    });
    assert.deepEqual(used.toSorted(), Object.keys(STATUS_ITEMS).toSorted());
  });
});
