<?php
// The doc comments of a PHP file, by the name of what they stand above.

declare(strict_types=1);

/** @return array<string, string> */
function comments(string $source): array
{
    $comments = [];
    $namespace = $class = '';
    $comment = null;
    $depth = $class_depth = 0;
    $tokens = array_values(array_filter(PhpToken::tokenize($source), fn (PhpToken $token): bool => !$token->is([T_WHITESPACE, T_COMMENT])));
    foreach ($tokens as $i => $token) {
        $next = $tokens[$i + 1]->text ?? '';
        switch (true) {
            case $token->is(T_DOC_COMMENT):
                $comment = preg_replace('/^[ \t]+\*/m', ' *', $token->text);
                break;
            case $token->is(T_NAMESPACE):
                $namespace = $next === '{' ? '' : "$next\\";
                $comment = null;
                break;
            case $token->is([T_CLASS, T_INTERFACE, T_ENUM]):
                [$class, $class_depth] = [$namespace . $next, $depth];
                note($comments, $class, $comment);
                break;
            case $token->is([T_FUNCTION, T_CASE, T_CONST]):
                note($comments, $class === '' ? "$namespace$next()" : "$class::$next" . ($token->is(T_FUNCTION) ? '()' : ''), $comment);
                break;
            case $token->is(T_VARIABLE) && $class !== '' && $depth === $class_depth + 1 && $next === ';':
                note($comments, "$class::$token->text", $comment);
                break;
            case $token->text === '{':
                $depth++;
                break;
            case $token->text === '}':
                if (--$depth === $class_depth) {
                    $class = '';
                }
                break;
        }
    }
    return $comments;
}

function note(array &$comments, string $name, ?string &$comment): void
{
    if ($comment !== null) {
        $comments[$name] = $comment;
    }
    $comment = null;
}
