import { LOGO_PATH } from '../../world/uploads';

/** The description of !23: each construct of the service's Markdown that pages and threads show. */
export const TEAPOT_GUIDE = `# How to care for a teapot :teapot:

The guide explains how to **clean**, *dry*, and ~~repair~~ store teapots. It is part of %v1.3, needs ~docs, and follows
!15, acme/payments!4, and #6. @ravi has read it[^1], and 1a2b3c4d has the first draft.

> [!warning] Hot water
> Let the teapot cool down before you clean it.

- [x] Describe how to clean
- [ ] Describe how to store
- [~] Describe how to repair

| Material | Dishwasher | Minutes |
|:---------|:----------:|--------:|
| Glass    | yes        | 5       |
| Cast iron | **no**    | 15      |

## Steps

1. Rinse with \`warm\` water.
   - Never use soap for cast iron.
2. Dry it. Press <kbd>Start</kbd> only if the lid is off.

> It was the best teapot I ever had.

>>>
Two readers asked for pictures.

They are below.
>>>

\`\`\`ts
/** Returns the number of minutes to soak. */
export const minutes = (isCastIron: boolean): number => (isCastIron ? 15 : 5);
\`\`\`

\`\`\`diff
-Use soap.
+Use baking soda.
\`\`\`

\`\`\`mermaid
graph LR; Rinse --> Dry --> Store;
\`\`\`

The volume in cm<sup>3</sup> is $\`\\pi r^2 h\`$, and the residue is CaCO<sub>3</sub>. <ins>Added</ins> and <del>removed</del> text.

![Logo](${LOGO_PATH}){width=120}

<details>
<summary>Where the rules come from</summary>
<dl>
<dt>Soda</dt>
<dd>Tested with ten teapots.</dd>
</dl>
</details>

---

See [the readme](README.md), https://docs.example/teapots, and the [rules for contributors](CONTRIBUTING.md).

[^1]: With a cup of tea.
`;
