import { parseSync } from 'vite'

/** A place in a file where something guards, what it says, and what is left when it is taken away. */
export type GuardPlace = { from: number; to: number; text: string; says: string; within: string }

type Node = { type: string; start: number; end: number; [name: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** A node and all below it in the order they are written, each with the names it stands in, outermost first. */
function nodesBelow(root: Node): { node: Node; names: string[] }[] {
  const found: { node: Node; names: string[] }[] = []
  const visit = (node: Node, names: string[]) => {
    found.push({ node, names })
    const name = nameOf(node)
    const inner = name ? [...names, name] : names
    for (const value of Object.values(node)) {
      if (Array.isArray(value)) for (const child of value) if (isNode(child)) visit(child, inner)
      if (isNode(value)) visit(value, inner)
    }
  }
  visit(root, [])
  return found
}

function nameOf(node: Node): string | undefined {
  const named =
    node.type === 'Property'
      ? node['key']
      : /^(Function|Variable|Method)/.test(node.type)
        ? (node['id'] ?? node['key'])
        : null
  return isNode(named) && typeof named['name'] === 'string' ? named['name'] : undefined
}

/** The last statement of a branch: what it comes to. */
const lastOf = (statement: Node): Node =>
  statement.type === 'BlockStatement' ? ((statement['body'] as Node[]).at(-1) ?? statement) : statement

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

type Exits = 'refusals' | 'every exit'
const refuses = /^(throw\b|return (await )?(refuse|refuseAndCommit|new \w*(Refusal|Error))\b)/
const exits = /^(throw\b|return (false|null|undefined|'[\w-]+'|\[\]);?$)/

/** Every `if` that ends in a refusal, or throws, and has no other branch: what is left is what comes after it. */
function* refusingBranches(
  text: string,
  all: Iterable<{ node: Node; names: string[] }>,
  which: Exits,
): Generator<GuardPlace> {
  for (const { node, names } of all) {
    if (node.type !== 'IfStatement' || node['alternate']) continue
    const [test, branch] = [node['test'], node['consequent']] as [Node, Node]
    const end = lastOf(branch)
    const exit = oneLine(text.slice(end.start, end.end))
    if (!refuses.test(exit) && !(which === 'every exit' && exits.test(exit))) continue
    const says = `if (${oneLine(text.slice(test.start, test.end))}) ${exit}`
    yield { from: node.start, to: node.end, text: ';', says, within: names.slice(0, 2).join('.') }
  }
}

/** Each part of a condition that a function answers or a branch asks: of `a && b` what is left without the one, then without the other. */
function* conditionParts(
  text: string,
  all: Iterable<{ node: Node; names: string[] }>,
): Generator<GuardPlace> {
  const answered: { node: Node; names: string[] }[] = []
  for (const { node, names } of all) {
    const value =
      node.type === 'ReturnStatement'
        ? node['argument']
        : node.type === 'ArrowFunctionExpression'
          ? node['body']
          : null
    if (isNode(value)) answered.push({ node: value, names })
  }
  for (const { node, names } of answered) {
    if (node.type !== 'LogicalExpression' || node['operator'] !== '&&') continue
    for (const side of flatten(node)) {
      const says = `only if ${oneLine(text.slice(side.start, side.end))}`
      yield { from: side.start, to: side.end, text: 'true', says, within: names.at(-1) ?? '' }
    }
  }
}

const flatten = (node: Node): Node[] =>
  node.type === 'LogicalExpression' && node['operator'] === '&&'
    ? [...flatten(node['left'] as Node), ...flatten(node['right'] as Node)]
    : [node]

const asserts = /^(assert|require|verify)[A-Z]|^(final|setAuthTag|setAAD)$/

/** Every statement that is a call of what throws by itself where something is wrong. */
function* assertingCalls(
  text: string,
  all: Iterable<{ node: Node; names: string[] }>,
): Generator<GuardPlace> {
  for (const { node, names } of all) {
    if (node.type !== 'ExpressionStatement') continue
    const called = node['expression'] as Node
    const call = called.type === 'AwaitExpression' ? (called['argument'] as Node) : called
    if (call.type !== 'CallExpression') continue
    const callee = call['callee'] as Node
    const name = callee.type === 'MemberExpression' ? (callee['property'] as Node)['name'] : callee['name']
    if (!asserts.test(String(name))) continue
    const says = oneLine(text.slice(node.start, node.end))
    yield { from: node.start, to: node.end, text: ';', says, within: names.slice(0, 2).join('.') }
  }
}

/** Each entry of a list, and each named head of an answer, in files that are lists of what protects. */
export function guardEntries(file: string, text: string): GuardPlace[] {
  const found: GuardPlace[] = []
  for (const { node, names } of nodesBelow(parseSync(file, text).program as unknown as Node)) {
    const within = names.at(-1) ?? ''
    if (node.type === 'ObjectExpression') {
      for (const property of node['properties'] as Node[]) {
        const key = property['key']
        if (!isNode(key) || !/^[a-z]+(-[a-z]+)+$/.test(String(key['value']))) continue
        const end = /^\s*,/.exec(text.slice(property.end))?.[0].length ?? 0
        found.push({
          from: property.start,
          to: property.end + end,
          text: '',
          says: `'${String(key['value'])}'`,
          within,
        })
      }
    }
    if (node.type !== 'ArrayExpression') continue
    for (const entry of node['elements'] as Node[]) {
      if (!['Literal', 'TemplateLiteral'].includes(entry.type)) continue
      const end = /^\s*,/.exec(text.slice(entry.end))?.[0].length ?? 0
      const says = oneLine(text.slice(entry.start, entry.end))
      found.push({ from: entry.start, to: entry.end + end, text: '', says: `${says} of a list`, within })
    }
  }
  return numbered(found)
}

/** The same words twice in one place are told apart by their number. */
function numbered<P extends GuardPlace>(found: readonly P[]): P[] {
  const times = new Map<string, number>()
  return found.map((place) => {
    const name = `${place.within} ${place.says}`
    const time = (times.get(name) ?? 0) + 1
    times.set(name, time)
    return time === 1 ? place : { ...place, says: `${place.says} (${time})` }
  })
}

/** The guards of a source file: refusals in handlers; in rules and the platform every early exit and part of a condition too. */
export function guardStatements(file: string, text: string, which: Exits): GuardPlace[] {
  const all = nodesBelow(parseSync(file, text).program as unknown as Node)
  return numbered([
    ...refusingBranches(text, all, which),
    ...assertingCalls(text, all),
    ...(which === 'every exit' ? conditionParts(text, all) : []),
  ])
}

const demandNames = [
  'needs',
  'access',
  'rate',
  'stepUp',
  'captcha',
  'audit',
  'bodyBytesMax',
  'idempotent',
  'feature',
  'scope',
] as const
type DemandName = (typeof demandNames)[number]

/** What is asked instead of a demand: nothing, or as little as there is. Null where that is no mutation. */
function weakerDemand(name: DemandName, said: string): string | null {
  switch (name) {
    case 'access':
      return said === `'clinic'` || said === `'admin'` || said === `'setup'` ? `'account'` : null
    case 'needs':
    case 'rate':
    case 'feature':
      return 'undefined'
    case 'scope':
    case 'audit':
      return said === 'null' ? null : 'null'
    case 'stepUp':
    case 'captcha':
    case 'idempotent':
      return said === 'true' ? 'false' : null
    case 'bodyBytesMax':
      return '1_000_000_000'
  }
}

const declares = /^(operation|fileRoute|streamRoute|uploadRoute|webhookRoute|route)$/

/** What the operations of a file of the contract ask for, and each taken away. */
export function operationDemands(file: string, text: string): (GuardPlace & { demand: DemandName })[] {
  const found: (GuardPlace & { demand: DemandName })[] = []
  for (const { node, names } of nodesBelow(parseSync(file, text).program as unknown as Node)) {
    if (node.type !== 'CallExpression') continue
    const callee = node['callee'] as Node
    if (!declares.test(String(callee['name']))) continue
    for (const given of node['arguments'] as Node[]) {
      if (given.type !== 'ObjectExpression') continue
      for (const property of given['properties'] as Node[]) {
        if (property.type !== 'Property' || property['shorthand']) continue
        const [key, value] = [property['key'], property['value']] as [Node, Node]
        const demand = demandNames.find((name) => name === key['name'])
        const said = oneLine(text.slice(value.start, value.end))
        const weaker = demand ? weakerDemand(demand, said) : null
        if (!demand || weaker === null) continue
        const edit = { from: value.start, to: value.end, text: weaker }
        found.push({ ...edit, demand, says: `${demand}: ${said}`, within: names.at(-1) ?? '' })
      }
    }
  }
  return numbered(found)
}

/** Where a field of the input is said to be a file, and what is left when it is not. */
export function fileFieldMarks(file: string, text: string): GuardPlace[] {
  const found: GuardPlace[] = []
  for (const { node, names } of nodesBelow(parseSync(file, text).program as unknown as Node)) {
    if (node.type !== 'CallExpression' || (node['callee'] as Node)['name'] !== 'fileField') continue
    const [encoding, schema] = node['arguments'] as [Node, Node]
    const says = `a file ${oneLine(text.slice(encoding.start, encoding.end))}`
    const left = text.slice(schema.start, schema.end)
    found.push({ from: node.start, to: node.end, text: left, says, within: names.at(-1) ?? '' })
  }
  return numbered(found)
}
