/** Each script calls the command itself, so that it matches the installed version. */
export const scripts = {
  bash: `# palate: completion for bash
_palate() {
  local line value current=\${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  while IFS= read -r line; do
    value=\${line%%$'\\t'*}
    # Inside quotes the name is taken as it is.
    [[ $current != [\\"\\']* ]] && value=$(printf %q "$value")
    COMPREPLY+=("$value")
  done < <(palate __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null </dev/null)
}
# Where palate knows no words, file names are completed.
complete -o default -F _palate palate`,
  zsh: `#compdef palate
# palate: completion for zsh
_palate() {
  local line
  local -a described
  while IFS= read -r line; do
    described+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done < <(palate __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null </dev/null)
  if (( \${#described} )); then
    _describe palate described
  else
    _files
  fi
}
if [[ $funcstack[1] == _palate ]]; then
  _palate "$@"
else
  compdef _palate palate
fi`,
  fish: `# palate: completion for fish
function __palate_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l found (palate __complete -- $words[2..-1] "$current" 2>/dev/null </dev/null)
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path "$current"
    end
end
complete -c palate -f -a '(__palate_complete)'`,
} as const
