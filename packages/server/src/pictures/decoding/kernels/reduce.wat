;; Weighted sums of the lines of a picture, in vectors of 128 bits. reduce.ts lays out the memory, line-weights.ts
;; computes the weights, and npm run build:kernels assembles this file.
;;
;; A pixel has three bytes. Weights are integers of 16 bits with 14 fraction bits. A dot product takes two of them, so they
;; are read in pairs. Each byte of a result is (sum + half) >> 14, limited to 0 to 255. Vectors read and write past the
;; end of a row; the next row overwrites that, and the caller leaves room behind the last row.
(module
  (memory (export "memory") 1)

  ;; Each row of `out` is the sum of 2 × `pairs` rows of `in`, from row starts[i] on.
  (func (export "blendRows")
    (param $out i32) (param $in i32) (param $rowBytes i32) (param $rows i32)
    (param $starts i32) (param $weights i32) (param $pairs i32)
    (local $row i32) (local $x i32) (local $pair i32) (local $from i32) (local $weight i32)
    (local $one v128) (local $two v128) (local $both v128) (local $w v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (loop $nextRow
      (local.set $x (i32.const 0))
      (loop $nextBytes
        (local.set $a (v128.const i32x4 8192 8192 8192 8192))
        (local.set $b (local.get $a))
        (local.set $c (local.get $a))
        (local.set $d (local.get $a))
        (local.set $from
          (i32.add
            (i32.add (local.get $in) (local.get $x))
            (i32.mul (i32.load (local.get $starts)) (local.get $rowBytes))))
        (local.set $weight (local.get $weights))
        (local.set $pair (local.get $pairs))
        (loop $nextPair
          (local.set $w (v128.load32_splat (local.get $weight)))
          (local.set $one (v128.load (local.get $from)))
          (local.set $two (v128.load (i32.add (local.get $from) (local.get $rowBytes))))
          (local.set $both
            (i8x16.shuffle 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23 (local.get $one) (local.get $two)))
          (local.set $a (i32x4.add (local.get $a)
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_u (local.get $both)) (local.get $w))))
          (local.set $b (i32x4.add (local.get $b)
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_u (local.get $both)) (local.get $w))))
          (local.set $both
            (i8x16.shuffle 8 24 9 25 10 26 11 27 12 28 13 29 14 30 15 31 (local.get $one) (local.get $two)))
          (local.set $c (i32x4.add (local.get $c)
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_u (local.get $both)) (local.get $w))))
          (local.set $d (i32x4.add (local.get $d)
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_u (local.get $both)) (local.get $w))))
          (local.set $from (i32.add (local.get $from) (i32.shl (local.get $rowBytes) (i32.const 1))))
          (local.set $weight (i32.add (local.get $weight) (i32.const 4)))
          (br_if $nextPair (local.tee $pair (i32.sub (local.get $pair) (i32.const 1)))))
        (v128.store (i32.add (local.get $out) (local.get $x))
          (i8x16.narrow_i16x8_u
            (i16x8.narrow_i32x4_s
              (i32x4.shr_s (local.get $a) (i32.const 14)) (i32x4.shr_s (local.get $b) (i32.const 14)))
            (i16x8.narrow_i32x4_s
              (i32x4.shr_s (local.get $c) (i32.const 14)) (i32x4.shr_s (local.get $d) (i32.const 14)))))
        (br_if $nextBytes
          (i32.lt_s (local.tee $x (i32.add (local.get $x) (i32.const 16))) (local.get $rowBytes))))
      (local.set $out (i32.add (local.get $out) (local.get $rowBytes)))
      (local.set $starts (i32.add (local.get $starts) (i32.const 4)))
      (local.set $weights (i32.add (local.get $weights) (i32.shl (local.get $pairs) (i32.const 2))))
      (br_if $nextRow (i32.lt_s (local.tee $row (i32.add (local.get $row) (i32.const 1))) (local.get $rows)))))

  ;; Each pixel of a row of `out` is the sum of 4 × `quads` pixels of the same row of `in`, from pixel starts[i] on.
  (func (export "blendColumns")
    (param $out i32) (param $in i32) (param $inWidth i32) (param $rows i32) (param $outWidth i32)
    (param $starts i32) (param $weights i32) (param $quads i32)
    (local $row i32) (local $column i32) (local $quad i32) (local $from i32) (local $weight i32)
    (local $pixels v128) (local $sum v128)
    (loop $nextRow
      (local.set $column (i32.const 0))
      (local.set $weight (local.get $weights))
      (loop $nextColumn
        (local.set $sum (v128.const i32x4 8192 8192 8192 8192))
        (local.set $from
          (i32.add (local.get $in)
            (i32.mul
              (i32.load (i32.add (local.get $starts) (i32.shl (local.get $column) (i32.const 2))))
              (i32.const 3))))
        (local.set $quad (local.get $quads))
        (loop $nextQuad
          (local.set $pixels (v128.load (local.get $from)))
          ;; Swizzling with 16 gives 0, so this also widens the bytes of two pixels, channel by channel.
          (local.set $sum (i32x4.add (local.get $sum)
            (i32x4.dot_i16x8_s
              (i8x16.swizzle (local.get $pixels)
                (v128.const i8x16 0 16 3 16 1 16 4 16 2 16 5 16 16 16 16 16))
              (v128.load32_splat (local.get $weight)))))
          (local.set $sum (i32x4.add (local.get $sum)
            (i32x4.dot_i16x8_s
              (i8x16.swizzle (local.get $pixels)
                (v128.const i8x16 6 16 9 16 7 16 10 16 8 16 11 16 16 16 16 16))
              (v128.load32_splat offset=4 (local.get $weight)))))
          (local.set $from (i32.add (local.get $from) (i32.const 12)))
          (local.set $weight (i32.add (local.get $weight) (i32.const 8)))
          (br_if $nextQuad (local.tee $quad (i32.sub (local.get $quad) (i32.const 1)))))
        (local.set $sum (i32x4.shr_s (local.get $sum) (i32.const 14)))
        (local.set $sum (i16x8.narrow_i32x4_s (local.get $sum) (local.get $sum)))
        (v128.store32_lane 0 (local.get $out) (i8x16.narrow_i16x8_u (local.get $sum) (local.get $sum)))
        (local.set $out (i32.add (local.get $out) (i32.const 3)))
        (br_if $nextColumn
          (i32.lt_s (local.tee $column (i32.add (local.get $column) (i32.const 1))) (local.get $outWidth))))
      (local.set $in (i32.add (local.get $in) (i32.mul (local.get $inWidth) (i32.const 3))))
      (br_if $nextRow (i32.lt_s (local.tee $row (i32.add (local.get $row) (i32.const 1))) (local.get $rows))))))
