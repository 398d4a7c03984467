// Imports and activates an extension, and prints the CPU time in milliseconds.
//
//   node scripts/lib/activation-sample.mjs URL
import { context, editor } from './editor-stub.mjs';

globalThis.switchyardEditor = editor([]);
const before = process.cpuUsage();
const extension = await import(process.argv[2]);
extension.activate(context([]));
const { user, system } = process.cpuUsage(before);
process.stdout.write(String((user + system) / 1000), () => process.exit(0));
