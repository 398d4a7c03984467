// Reads the options of a script. --help prints the comment at the top of the script.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/**
 * Parses the command line with `parseArgs`. If an option is invalid, prints the usage and exits with code 2.
 */
export function readOptions(config) {
  const options = { ...config.options, help: { type: 'boolean', short: 'h' } };
  let read;
  try {
    read = parseArgs({ ...config, options });
  } catch (error) {
    if (!String(error.code).startsWith('ERR_PARSE_ARGS_')) throw error;
    console.error(`${error.message}\n\n${usage()}`);
    process.exit(2);
  }
  if (read.values.help) {
    console.log(usage());
    process.exit(0);
  }
  return read;
}

function usage() {
  const lines = readFileSync(process.argv[1], 'utf8').split('\n');
  const comment = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('//')),
  );
  return comment.map((line) => line.slice('// '.length)).join('\n');
}
