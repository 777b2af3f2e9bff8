import type { Schema, Schemas } from '../console/openapi-document.ts'
import { isIdentifier, pythonType, type PythonNames } from './python-text.ts'

export const pythonNote = '# Written by "npm run client" from the schemas of the server. Do not edit.'

/** Collects the definitions of one schema and of the objects inside it. */
class ModelText implements PythonNames {
  readonly #name: string
  readonly lines: string[] = []
  #inner = 0

  constructor(name: string) {
    this.#name = name
  }

  inline(schema: Schema): string {
    this.#inner += 1
    const name = `${this.#name}Part${this.#inner}`
    this.define(name, schema)
    return `"${name}"`
  }

  define(name: string, schema: Schema): void {
    const { properties = {}, required = [], description } = schema
    if (schema.type !== 'object' || Object.keys(properties).length === 0) {
      const text = pythonType(schema, this)
      this.lines.push(`${name} = ${text.startsWith('"') ? `Union[${text}]` : text}`, '')
      return
    }
    const members = Object.entries(properties).map(([member, value]) => {
      const type = pythonType(value, this)
      return { member, type: required.includes(member) ? type : `NotRequired[${type}]` }
    })
    if (members.every(({ member }) => isIdentifier(member)))
      this.lines.push(
        `class ${name}(TypedDict):`,
        ...(description === undefined ? [] : [`    """${description.replaceAll('"""', '')}"""`, '']),
        ...members.map(({ member, type }) => `    ${member}: ${type}`),
        '',
      )
    else
      this.lines.push(
        `${name} = TypedDict(`,
        `    "${name}",`,
        '    {',
        ...members.map(({ member, type }) => `        ${JSON.stringify(member)}: ${type},`),
        '    },',
        ')',
        '',
      )
  }
}

/** The module with a type for every schema of the interface. */
export const pythonModels = (schemas: Schemas): string => {
  const texts = Object.entries(schemas).flatMap(([name, schema]) => {
    const model = new ModelText(name)
    model.define(name, schema)
    return [...model.lines, '']
  })
  return [
    pythonNote,
    '"""The shapes of requests and responses."""',
    '',
    'from typing import Any, Dict, List, Literal, NotRequired, Tuple, TypedDict, Union',
    '',
    '',
    ...texts,
  ]
    .join('\n')
    .replace(/\n+$/, '\n')
}
