// Functions that are longer than anybody can see at once.
import { readFileSync } from 'node:fs'
import ts from 'typescript'

/** Most lines of a function, its first and its last one included. */
const most = 80

/** Lines of a text; the last one may lack its end. */
export const linesIn = (text) => text.split('\n').length - (text.endsWith('\n') || text === '' ? 1 : 0)

/** The functions of those files that are too long, in order; one whose body is nothing but data may have any length. */
export const longFunctions = (paths) => paths.flatMap((path) => longIn(path, readFileSync(path, 'utf8')))

/** The same in one text. */
export function longIn(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const lineAt = (position) => file.getLineAndCharacterOfPosition(position).line + 1
  const found = []
  const look = (node) => {
    if (ts.isFunctionLike(node) && node.body && !isData(node.body)) {
      const first = lineAt(node.getStart(file))
      const lines = lineAt(node.end) - first + 1
      if (lines > most) found.push({ place: `${path}:${first}`, name: nameOf(node), lines })
    }
    ts.forEachChild(node, look)
  }
  look(file)
  return found
}

/** Whether a body is one literal in which no statement stands. */
function isData(body) {
  const [only, ...rest] = ts.isBlock(body) ? body.statements : []
  const value = ts.isBlock(body) ? rest.length === 0 && only && ts.isReturnStatement(only) && only.expression : body
  return Boolean(value) && isLiteral(value) && !holdsStatements(value)
}

function isLiteral(value) {
  if (ts.isParenthesizedExpression(value) || ts.isAsExpression(value) || ts.isSatisfiesExpression(value))
    return isLiteral(value.expression)
  return ts.isObjectLiteralExpression(value) || ts.isArrayLiteralExpression(value) || ts.isTemplateLiteral(value)
}

const holdsStatements = (node) => ts.isBlock(node) || ts.forEachChild(node, holdsStatements) === true

/** What a function is called, by itself or by what it is the value of. */
function nameOf(node) {
  const named =
    node.name ??
    (ts.isVariableDeclaration(node.parent) || ts.isPropertyAssignment(node.parent) ? node.parent.name : undefined)
  if (named) return named.getText()
  return ts.isConstructorDeclaration(node) ? 'constructor' : 'a function without a name'
}
