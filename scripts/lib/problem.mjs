// Expected failures of scripts: prints one message with the cause and the next step, without a stack trace.

/** An error that the user of a script can fix. Only the message is printed. */
export class Problem extends Error {
  name = 'Problem';
}

/** Runs the body of a script. Prints the message of a `Problem`, and the stack of any other error. */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    console.error(error instanceof Problem ? error.message : error);
    // Running child processes would keep the script alive. They are stopped on exit.
    process.exit(1);
  }
}
