// Rules for oxlint that it doesn't have: names that are no longer used, and syntax that hides failures or meaning.

/** Names that are no longer used, with their replacements. CONTRIBUTING.md has the glossary. */
const RENAMED = [
  ['^(MOST|LONGEST|LARGEST|DEEPEST)_', 'MAX_'],
  ['Ports$', 'a name that ends in Deps'],
  ['^[lL]ate[A-Z]', 'a name that begins with lazy'],
  ['^era$|[a-z]Era$', 'generation'],
  ['[cC]ourtesy', 'http policy'],
  ['[pP]atience', 'progress'],
  ['[aA]mbient', 'background refresh or notifications'],
  ['^(mention|tell|complain)$', 'notify, showMessage, or what is done'],
  ['^(signals|looks)$', 'notifications, decorations, or what is done'],
  ['^takeOver$', 'apply'],
  [
    '^(told|said|says|saying|spoken|heard|look|looking)$',
    'what it is or does: message, reported, refresh, ...',
  ],
  ['[a-z]_$', 'a name that states what differs'],
  ['^words$|[a-z]Words$|_WORDS$', 'labels, messages, or texts'],
  ['[cC]olour|COLOUR', 'color'],
  ['^[tT]alk($|[A-Z])|[a-z]Talk($|[A-Z])', 'comments or discussions'],
  ['[sS]helf$|[fF]ates?$|[dD]eeds?$', 'store, results, or actions'],
].map(([pattern, use]) => [new RegExp(pattern), use]);

const isBoolean = (node) => node.typeAnnotation?.typeAnnotation?.type === 'TSBooleanKeyword';

/** True for a parameter that would be a bare `true` or `false` in a call, according to its type or default value. */
const isBooleanParameter = (node) =>
  node.type === 'AssignmentPattern'
    ? isBoolean(node.left) || typeof node.right.value === 'boolean'
    : node.type === 'Identifier' && isBoolean(node);

/** Reports each identifier that has a former name. */
const formerNames = {
  create: (context) => {
    const check = (node) => {
      for (const [pattern, use] of RENAMED)
        if (pattern.test(node.name)) context.report({ node, message: `Use ${use}.` });
    };
    return { Identifier: check, PrivateIdentifier: check };
  },
};

/** Reports promises whose failures are ignored. */
const ignoredFailures = {
  create: (context) => ({
    CallExpression: (node) => {
      const [handler] = node.arguments;
      if (
        node.callee.property?.name === 'catch' &&
        handler?.type === 'ArrowFunctionExpression' &&
        handler.params.length === 0 &&
        handler.body.type === 'Identifier' &&
        handler.body.name === 'undefined'
      )
        context.report({
          node: handler,
          message: 'Use orUndefined or ignoreFailure, which log the failure.',
        });
    },
  }),
};

/** Reports boolean parameters of exported functions. */
const booleanParameters = {
  create: (context) => {
    const check = ({ params }) => {
      for (const node of params.filter(isBooleanParameter)) {
        context.report({
          node,
          message:
            'A boolean parameter says nothing where the function is called: take an object (`{ full: true }`) or a string, or export two functions.',
        });
      }
    };
    const checkDeclaration = ({ declaration }) => {
      if (declaration?.type === 'FunctionDeclaration' || declaration?.type === 'TSDeclareFunction')
        check(declaration);
      for (const { init } of declaration?.type === 'VariableDeclaration' ? declaration.declarations : [])
        if (init?.type === 'ArrowFunctionExpression') check(init);
    };
    return { ExportNamedDeclaration: checkDeclaration, ExportDefaultDeclaration: checkDeclaration };
  },
};

/** Reports spread literals, whose elements can be written directly, and spread arguments of `super`, which hide its parameters. */
const unneededSpreads = {
  create: (context) => ({
    SpreadElement: (node) => {
      const { argument, parent } = node;
      if (argument.type === 'ObjectExpression' || argument.type === 'ArrayExpression')
        context.report({ node, message: 'Write the elements of the literal without a spread.' });
      else if (parent.type === 'CallExpression' && parent.callee.type === 'Super')
        context.report({ node, message: 'Pass each argument of super by name, or take an object.' });
    },
  }),
};

/** Reports classes of errors whose name doesn't end in Error. */
const errorNames = {
  create: (context) => ({
    ClassDeclaration: ({ id, superClass }) => {
      if (superClass?.type === 'Identifier' && /Error$/.test(superClass.name) && !/Error$/.test(id.name))
        context.report({ node: id, message: 'The name of an error class ends in Error.' });
    },
  }),
};

export default {
  meta: { name: 'switchyard' },
  rules: {
    'former-names': formerNames,
    'ignored-failures': ignoredFailures,
    'boolean-parameters': booleanParameters,
    'unneeded-spreads': unneededSpreads,
    'error-names': errorNames,
  },
};
