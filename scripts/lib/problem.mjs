// Expected failures of scripts: prints one message with the cause and the next step, without a stack trace.

/** Something that the person who started the script can mend; the message is all that is printed. */
export class Problem extends Error {
  name = 'Problem';
}

/** Runs a script's body. A problem prints its message; anything else is a mistake of ours and prints its stack. */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    console.error(error instanceof Problem ? error.message : error);
    // Children may still run, and would keep the script alive: leaving ends them.
    process.exit(1);
  }
}
