import { type CallExpression, type ChainExpression, type Expression, parseSync, type Span, Visitor } from 'oxc-parser'
import type { Fault } from './Fault.ts'
import * as Operators from './Operators.ts'

/** Every fault that can be planted in a program without types. */
export const faultsOf = (file: string, program: string): ReadonlyArray<Fault> => {
  const found: Array<Fault> = []
  const known = new Set<string>()
  /** Texts that are no values: names of members and modules, and what only people read. */
  const apart = new Set<object>()
  /** What is between the ends of a chain `a?.b.c`, which stays one. */
  const chained = new Map<object, ChainExpression | null>()
  /** What would be the same as a fault of the whole. */
  const repeated = new Map<object, string>()

  const text = ({ start, end }: Span): string => program.slice(start, end)
  const plant = (mutator: string, { start, end }: Span, replacement: string, form: Fault['form'] = 'expression') => {
    const key = `${start} ${end} ${form} ${replacement}`
    if (known.has(key) || (form === 'expression' && program.slice(start, end) === replacement)) return
    known.add(key)
    found.push({ mutator, start, end, replacement, form })
  }
  const decide = (test: Expression, ...values: ReadonlyArray<string>): void => {
    for (const value of values) if (repeated.get(test) !== value) plant('ConditionalExpression', test, value)
  }
  /** The same operation with another operator. */
  const operate = (mutator: string, node: Span, left: Span, operator: string, right: Span): void =>
    plant(mutator, node, `${text(left)} ${operator} ${text(right)}`)
  const isText = (node: Expression): boolean =>
    node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')

  /** What the compiler asks for where a member of a list may be missing, and in truth is not. */
  const isFiller = (node: Expression): boolean => ["''", '0', '[]'].includes(text(node))

  const member = (node: { readonly key: object; readonly computed: boolean }): void => {
    if (!node.computed) apart.add(node.key)
  }
  const imported = ({ source }: { readonly source: object | null }): void => {
    if (source !== null) apart.add(source)
  }
  const callOf = ({ callee, arguments: given, ...node }: CallExpression, place: Span): void => {
    if (Operators.isForPeople(text(callee))) for (const one of given) apart.add(one)
    if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || callee.computed) return
    const { object, property } = callee
    const isModule = object.type === 'Identifier' && /^[A-Z]/.test(object.name)
    const opposite = Operators.oppositeOf(property.name)
    if (opposite !== undefined && (!isModule || text(object) === 'Math')) {
      const rest = program.slice(property.end, node.end)
      plant('MethodExpression', place, `${program.slice(node.start, property.start)}${opposite}${rest}`)
    }
    if (!isModule && Operators.leftOut.has(property.name)) plant('MethodExpression', place, text(object))
  }

  new Visitor({
    ImportDeclaration: imported,
    ExportNamedDeclaration: imported,
    ExportAllDeclaration: imported,
    ImportExpression: imported,
    ImportAttribute: ({ key, value }) => void apart.add(key).add(value),
    TaggedTemplateExpression: ({ quasi }) => void apart.add(quasi),
    Property: member,
    PropertyDefinition: member,
    MethodDefinition: member,
    ObjectExpression: ({ properties }) => {
      for (const one of properties) {
        // What says that nobody reads a list only spares the list.
        if (text(one) === 'discard: true') apart.add(one).add('value' in one ? one.value : one)
        else if (one.type === 'SpreadElement' || one.kind === 'init') plant('ObjectLiteral', one, '', 'member')
      }
    },
    ArrayPattern: ({ elements }) => {
      for (const one of elements) if (one?.type === 'AssignmentPattern' && isFiller(one.right)) apart.add(one.right)
    },
    ArrayExpression: (node) => {
      if (apart.has(node)) return
      plant('ArrayDeclaration', node, node.elements.length === 0 ? "['fault']" : '[]')
    },
    NewExpression: ({ callee, arguments: given }) => {
      if (Operators.isForPeople(text(callee))) for (const one of given) apart.add(one)
    },
    CallExpression: (node) => {
      const chain = chained.get(node)
      if (chain !== null) callOf(node, chain ?? node)
    },
    ChainExpression: (node) => {
      let one: Expression = node.expression
      while (one.type === 'MemberExpression' || one.type === 'CallExpression') {
        chained.set(one, one === node.expression ? node : null)
        const before: Expression = one.type === 'MemberExpression' ? one.object : one.callee
        if (one.optional) {
          const rest = program.slice(before.end, node.end)
          const isNamed = one.type === 'MemberExpression' && !one.computed
          const plain = `${program.slice(node.start, before.end)}${rest.replace('?.', isNamed ? '.' : '')}`
          plant('OptionalChaining', node, plain)
        }
        one = before
      }
    },
    IfStatement: ({ test }) => decide(test, 'true', 'false'),
    ConditionalExpression: ({ test }) => decide(test, 'true', 'false'),
    WhileStatement: ({ test }) => decide(test, 'false'),
    DoWhileStatement: ({ test }) => decide(test, 'false'),
    ForStatement: ({ test }) => {
      if (test !== null) decide(test, 'false')
    },
    BinaryExpression: (node) => {
      const { left, operator, right } = node
      const others = Operators.comparisonsFor(operator)
      if (others.length > 0) decide(node as Expression, 'true', 'false')
      for (const other of others) operate('EqualityOperator', node, left, other, right)
      const calculation = Operators.calculationFor(operator)
      if (calculation === undefined || isText(left) || isText(right)) return
      operate('ArithmeticOperator', node, left, calculation, right)
    },
    LogicalExpression: (node) => {
      const { left, operator, right } = node
      plant('LogicalOperator', node, `(${text(left)}) ${Operators.logic[operator]} (${text(right)})`)
      if (operator === '??') {
        if (left.type === 'MemberExpression' && left.computed && isFiller(right)) apart.add(right)
        return
      }
      for (const one of [left, right]) repeated.set(one, String(operator === '||'))
      decide(node, 'true', 'false')
    },
    AssignmentExpression: (node) => {
      const other = Operators.assignmentFor(node.operator)
      if (other !== undefined) operate('AssignmentOperator', node, node.left, other, node.right)
    },
    UnaryExpression: (node) => {
      if (node.operator === '!') plant('BooleanLiteral', node, text(node.argument))
      if (node.operator === '-') plant('UnaryOperator', node, `+${text(node.argument)}`)
    },
    UpdateExpression: (node) => {
      const operator = node.operator === '++' ? '--' : '++'
      plant('UpdateOperator', node, node.prefix ? operator + text(node.argument) : text(node.argument) + operator)
    },
    TemplateLiteral: (node) => {
      if (!apart.has(node)) plant('StringLiteral', node, text(node) === '``' ? "'fault'" : "''")
    },
    Literal: (node) => {
      if (apart.has(node)) return
      if ('regex' in node) {
        const { pattern, flags } = node.regex
        for (const other of Operators.expressionsFor(pattern)) plant('Regex', node, `/${other || '(?:)'}/${flags}`)
      } else if (typeof node.value === 'string') plant('StringLiteral', node, node.value === '' ? "'fault'" : "''")
      else if (typeof node.value === 'boolean') plant('BooleanLiteral', node, String(!node.value))
      else if (typeof node.value === 'number') plant('NumberLiteral', node, String(node.value + 1))
      else if (typeof node.value === 'bigint') plant('NumberLiteral', node, `${node.value + 1n}n`)
    },
    ArrowFunctionExpression: ({ body }) => {
      if (body.type !== 'BlockStatement') plant('ArrowFunction', body, 'undefined')
    },
    BlockStatement: (node) => {
      const [first, ...others] = node.body
      const isOne = others.length === 0 && (first === undefined || first.type === 'ExpressionStatement')
      if (!isOne) plant('BlockStatement', { start: node.start + 1, end: node.end - 1 }, '', 'block')
    },
    ExpressionStatement: (node) => {
      if ('directive' in node && node.directive !== null) apart.add(node.expression)
      else plant('Statement', node, '', 'statement')
    },
  }).visit(parseSync(`${file.replace(/\.ts$/, '')}.js`, program).program)
  return found
}
