/** The message is one line that names the variable and the values it accepts. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
