// Named steps of a test that follows one user through several states.

/** Runs a step of a test and prints its name. If it fails, its error starts with the name. */
export async function step(name, run) {
  try {
    await run();
    console.log(`      - ${name}`);
  } catch (error) {
    error.message = `Step "${name}": ${error.message}`;
    throw error;
  }
}
