import type { Parameter, Schema } from '../console/openapi-document.ts'
import { featureNames } from './feature-names.ts'
import { pythonNote } from './python-models.ts'
import { pythonType, snake, type PythonNames } from './python-text.ts'
import type { ClientOperation } from './read-operations.ts'

const noNames: PythonNames = { inline: () => 'Dict[str, Any]' }

const typeOf = (schema: Schema): string =>
  pythonType(schema, noNames).replaceAll(/"([A-Z]\w*)"/g, (_, name: string) => `models.${name}`)

const argument = ({ name, schema, required }: Parameter): string =>
  required ? `${snake(name)}: ${typeOf(schema)}` : `${snake(name)}: Optional[${typeOf(schema)}] = None`

const answerType = ({ answers }: ClientOperation): string => {
  const types = [...new Set(answers.map(typeOf))]
  return types.length === 1 ? (types[0] ?? 'Any') : `Union[${types.join(', ')}]`
}

const dictionary = (parameters: readonly Parameter[]): string =>
  `{${parameters.map(({ name }) => `"${name}": ${snake(name)}`).join(', ')}}`

const methodLines = (operation: ClientOperation): string[] => {
  const { params, query, body, name, method, path, summary, problems } = operation
  const given = [
    'self',
    ...params.map(argument),
    ...(body === undefined ? [] : [`body: ${typeOf(body)}`]),
    ...(query.length === 0 ? [] : ['*', ...query.map(argument)]),
  ]
  const sent = [
    `"${method}"`,
    `"${path}"`,
    ...(params.length === 0 ? [] : [`params=${dictionary(params)}`]),
    ...(query.length === 0 ? [] : [`query=${dictionary(query)}`]),
    ...(body === undefined ? [] : ['body=body']),
  ]
  return [
    `    def ${snake(name)}(`,
    ...given.map((each) => `        ${each},`),
    `    ) -> ${answerType(operation)}:`,
    `        """${summary}.`,
    '',
    `        Problems: ${problems.join(', ')}.`,
    '        """',
    '        return self._call(',
    ...sent.map((each) => `            ${each},`),
    '        )',
    '',
  ]
}

const className = (feature: string): string => `${feature.charAt(0).toUpperCase()}${feature.slice(1)}`

const featureLines = (feature: string, operations: readonly ClientOperation[]): string[] => [
  `class ${className(feature)}(Feature):`,
  `    """${featureNames[feature]?.summary}."""`,
  '',
  ...operations.flatMap(methodLines),
  '',
]

/** The module with a class for every feature, and one with all of them. */
export const pythonOperations = (operations: readonly ClientOperation[]): string => {
  const features = Object.keys(featureNames)
  return [
    pythonNote,
    '"""A method for every operation of the server."""',
    '',
    'from typing import Any, Dict, List, Literal, Optional, Union',
    '',
    'from . import models',
    'from ._feature import Call, Feature',
    '',
    '',
    ...features.flatMap((feature) =>
      featureLines(
        feature,
        operations.filter((operation) => operation.feature === feature),
      ),
    ),
    'class Features:',
    '    """All features of a boat."""',
    '',
    '    def __init__(self, call: Call) -> None:',
    ...features.map((feature) => `        self.${feature} = ${className(feature)}(call)`),
    '',
  ].join('\n')
}
