# Scores the pictures of action.yml. Writes the outputs `verdict` and `code`, and leaves it to a later step to fail.
set -uo pipefail

list="$RUNNER_TEMP/palate-pictures"
summary="$RUNNER_TEMP/palate-summary.md"
rm -f "$list" "$summary"

finish() {
  echo "verdict=$1" >> "$GITHUB_OUTPUT"
  echo "code=$2" >> "$GITHUB_OUTPUT"
  exit 0
}

if [ -n "$FILES" ]; then
  printf '%s\n' "$FILES" > "$list"
elif [ -n "$BASE_REF" ]; then
  git diff --name-only --relative -z --diff-filter=d "origin/$BASE_REF...HEAD" -- \
    '*.jpg' '*.jpeg' '*.png' '*.webp' '*.gif' '*.avif' > "$list" || {
    echo '::error::The pictures of the pull request cannot be listed: check out with fetch-depth: 0, or set files'
    finish error 1
  }
else
  echo '::error::Outside a pull request, the input files is required'
  finish error 2
fi

if [ ! -s "$list" ]; then
  echo 'No pictures to score.'
  finish pass 0
fi

arguments=(score -)
[ -n "$PROFILE" ] && arguments+=("--profile=$PROFILE")
[ -n "$BRANCH" ] && arguments+=("--branch=$BRANCH")
[ -n "$PROFILE_VERSION" ] && arguments+=("--version-id=$PROFILE_VERSION")
[ -n "$BASELINE" ] && arguments+=("--baseline=$BASELINE")
if [ -n "$MIN" ]; then arguments+=("--min=$MIN"); else arguments+=(--gate); fi

GITHUB_STEP_SUMMARY="$summary" node "$GITHUB_ACTION_PATH/packages/cli/bin/palate.js" "${arguments[@]}" < "$list"
code=$?
if [ -f "$summary" ]; then cat "$summary" >> "$GITHUB_STEP_SUMMARY"; fi
case $code in
  0) finish pass 0 ;;
  3) finish fail 3 ;;
  *) finish error "$code" ;;
esac
