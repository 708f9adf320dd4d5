<?php
// Reading a corpus.
//
// A corpus has one text a line; lines that begin with four spaces belong to the text above them. In front of a text may stand:
//   "# "   a comment
//   "> "   a statement that is run before the session is looked at for the first time (it belongs to the text that follows)
//   "* "   this text must be seen to change the session: so a look that sees nothing fails
//   "! "   this text fails on the server

declare(strict_types=1);

final class Text
{
    public string $effect = '';
    public string $effectIfFailed = '';

    /** @param list<string> $before */
    public function __construct(
        public string $sql,
        public readonly array $before,
        public readonly bool $mustChange,
        public readonly bool $mustFail,
    ) {
    }
}

/** @return list<Text> */
function corpus(string $file): array
{
    $texts = $before = [];
    foreach (file($file, FILE_IGNORE_NEW_LINES) as $line) {
        if (str_starts_with($line, '    ')) {
            end($texts)->sql .= "\n" . substr($line, 4);
        } elseif (str_starts_with($line, '> ')) {
            $before[] = substr($line, 2);
        } elseif ($line !== '' && !str_starts_with($line, '# ')) {
            $mark = in_array(substr($line, 0, 2), ['* ', '! '], true) ? $line[0] : '';
            $texts[] = new Text($mark === '' ? $line : substr($line, 2), $before, $mark === '*', $mark === '!');
            $before = [];
        }
    }
    return $texts;
}
